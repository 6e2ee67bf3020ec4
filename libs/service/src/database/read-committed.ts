import type { Duplex } from 'node:stream';
import { createPool, type Pool, type PoolOptions } from 'mysql2';

/**
 * Prepared statements that a connection keeps (`DirectReads.prepared`). The server has a limit over all connections, 16,382;
 * of its own default, 16,000, the driver makes lists of half a megabyte for each connection.
 */
const PREPARED_STATEMENTS = 64;
const SET_LEVEL = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * What TypeORM takes of mysql2, with pools whose connections are READ COMMITTED from their first statement to their last.
 * Its own `isolationLevel` says so before each transaction: one more statement for every few, and none for what is outside
 * of transactions. The pool never resets the session of a connection, so once is enough.
 */
export const readCommittedDriver = {
  createPool(options: PoolOptions): Pool {
    const pool = createPool({
      ...options,
      resetOnRelease: false,
      maxPreparedStatements: PREPARED_STATEMENTS,
    });
    // Heard before anybody is given the connection, whose statements are carried out in their order.
    pool.on('connection', (connection) => {
      connection.query(SET_LEVEL, (error) => {
        // Nothing may run at another level: what has been asked on this connection fails with this error.
        if (error) (connection as unknown as { stream: Duplex }).stream.destroy(error);
      });
    });
    return pool;
  },
};

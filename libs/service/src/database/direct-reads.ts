import { Injectable } from '@nestjs/common';
import type { Pool, PoolConnection, QueryError, RowDataPacket } from 'mysql2';
import { DataSource, QueryFailedError } from 'typeorm';
import { DatabaseMetrics } from './database-metrics.service';
import { statementKind } from './statement-kind';

/** The error number of a server that keeps as many prepared statements as it may. */
const KEEPS_NO_MORE = 1461;

/** How a connection answers. */
type Answered = (error: QueryError | null, rows?: RowDataPacket[]) => void;

/**
 * Reads straight from the pool of connections. What TypeORM does around a statement takes about as long as a statement that
 * reads one row by its key: for such reads where a request waits for little else. They are counted and traced as the others.
 */
@Injectable()
export class DirectReads {
  constructor(
    private readonly source: DataSource,
    private readonly metrics: DatabaseMetrics,
  ) {}

  /** The rows of a SELECT, outside of any transaction. @throws QueryFailedError, as `DataSource.query` */
  rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.read(sql, parameters, (connection, answered) =>
      connection.query<RowDataPacket[]>(sql, parameters, answered),
    );
  }

  /**
   * The same with a statement that the database has read and the connection keeps, which saves a tenth of the time of short
   * reads: for statements that come again and again.
   *
   * A server that keeps no more of them (`max_prepared_stmt_count`) is asked as by {@link rows}.
   *
   * @param parameters texts and numbers, one for each `?`; numbers may come to the database as floating-point ones, which
   * `LIMIT` can't be
   */
  async prepared<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    try {
      return await this.read(sql, parameters, (connection, answered) =>
        connection.execute<RowDataPacket[]>(sql, parameters as (string | number)[], answered),
      );
    } catch (error) {
      const { errno } = (error as QueryFailedError<QueryError>).driverError;
      if (errno === KEEPS_NO_MORE) return this.rows(sql, parameters);
      throw error;
    }
  }

  private read<Row>(
    sql: string,
    parameters: unknown[],
    ask: (connection: PoolConnection, answered: Answered) => unknown,
  ): Promise<Row[]> {
    const { pool } = this.source.driver as unknown as { pool: Pool };
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const answered: Answered = (error, rows) => {
        this.metrics.note(statementKind(sql), !error, performance.now() - started);
        if (error) reject(new QueryFailedError(sql, parameters, error));
        else resolve(rows as unknown as Row[]);
      };
      pool.getConnection((refused, connection) => {
        if (refused) {
          answered(refused as QueryError);
          return;
        }
        ask(
          connection,
          once((error, rows) => {
            // A connection that is lost leaves the pool just after this: given back before, it would go to who waits for one.
            if (error) process.nextTick(() => connection.release());
            else connection.release();
            answered(error, rows);
          }),
        );
      });
    });
  }
}

/** A lost connection is told of to both halves of a prepared statement, the reading and the carrying out. */
function once(answered: Answered): Answered {
  let isAnswered = false;
  return (error, rows) => {
    if (isAnswered) return;
    isAnswered = true;
    answered(error, rows);
  };
}

import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import { DataSource, QueryFailedError } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source-options';
import type { DatabaseMetricsService } from '../src/database/database-metrics.service';
import { DirectReads } from '../src/database/direct-reads';
import { poolOf } from '../src/database/guarded-pool';
import { isOutage } from '../src/errors/to-service-error';
import { TEST_SERVERS, eventually } from '../src/testing';

const POOL = 3;

describe('direct reads', () => {
  let source: DataSource;
  let reads: DirectReads;
  const connections: PoolConnection[] = [];
  const note = jest.fn();

  beforeAll(async () => {
    const options = dataSourceOptions({ url: TEST_SERVERS.database, poolSize: POOL });
    source = await new DataSource(options).initialize();
    reads = new DirectReads(source, { note } as unknown as DatabaseMetricsService);
    const { pool } = poolOf(source)!;
    pool.on('connection', (connection) => connections.push(connection));
    pool.on('acquire', (connection) => connections.push(connection));
  });

  afterAll(() => source.destroy());

  it.each(['rows', 'prepared'] as const)(
    '(%s) never reuse a lost connection: a waiting caller gets another one',
    async (kind) => {
      note.mockClear();
      connections.length = 0;
      const asked = Array.from({ length: POOL * 3 }, () =>
        reads[kind]('SELECT SLEEP(?)', [1]).then(
          () => 'answered',
          (error: unknown) => (isOutage(error) ? 'lost' : error),
        ),
      );
      await eventually('every connection is in use', () => new Set(connections).size === POOL);
      const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      for (const connection of new Set(connections))
        (connection as unknown as { stream: Duplex }).stream.destroy(reset);
      const outcomes = await Promise.all(asked);
      expect(outcomes.slice(0, POOL)).toEqual(Array(POOL).fill('lost'));
      expect(outcomes.slice(POOL)).toEqual(Array(POOL * 2).fill('answered'));
      expect(note).toHaveBeenCalledTimes(POOL * 3);
    },
  );

  it('fail once when the connection is lost before the statement is prepared', async () => {
    note.mockClear();
    const { pool } = poolOf(source)!;
    const lose = (connection: PoolConnection): void => {
      (connection as unknown as { stream: Duplex }).stream.destroy(new Error('lost'));
    };
    pool.once('acquire', lose);
    await expect(reads.prepared('SELECT ? AS unheard', [1])).rejects.toThrow(QueryFailedError);
    await pause(50);
    expect(note).toHaveBeenCalledTimes(1);
    expect(await reads.prepared('SELECT ? AS heard', [1])).toEqual([{ heard: 1 }]);
  });

  it('are prepared once for a connection, which keeps 64 of them', async () => {
    const one = await new DataSource(
      dataSourceOptions({ url: TEST_SERVERS.database, poolSize: 1 }),
    ).initialize();
    try {
      const single = new DirectReads(one, { note } as unknown as DatabaseMetricsService);
      const kept = Array.from({ length: 64 }, (_, index) => `SELECT ? AS kept${index}`);
      for (const sql of [...kept, ...kept, 'SELECT ? AS more']) await single.prepared(sql, [1]);
      // The oldest statement was evicted for the last one; none was prepared and closed twice.
      expect(await one.query("SHOW SESSION STATUS LIKE 'Com_stmt_close'")).toEqual([
        { Variable_name: 'Com_stmt_close', Value: '1' },
      ]);
    } finally {
      await one.destroy();
    }
  });

  it('work on a server that accepts no more prepared statements', async () => {
    const [{ kept }] = await source.query<[{ kept: number }]>(
      'SELECT @@GLOBAL.max_prepared_stmt_count AS kept',
    );
    await source.query('SET GLOBAL max_prepared_stmt_count = 0');
    try {
      expect(await reads.prepared('SELECT ? AS unprepared', [1])).toEqual([{ unprepared: 1 }]);
    } finally {
      await source.query(`SET GLOBAL max_prepared_stmt_count = ${kept}`);
    }
  });
});

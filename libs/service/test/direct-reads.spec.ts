import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolConnection } from 'mysql2';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source-options';
import type { DatabaseMetrics } from '../src/database/database-metrics.service';
import { DirectReads } from '../src/database/direct-reads';
import { isOutage } from '../src/errors/outage';
import { TEST_SERVERS } from '../src/testing';

const POOL = 3;

describe('direct reads', () => {
  let source: DataSource;
  let reads: DirectReads;
  const connections: PoolConnection[] = [];

  beforeAll(async () => {
    const options = dataSourceOptions({ url: TEST_SERVERS.database, poolSize: POOL });
    source = await new DataSource(options).initialize();
    reads = new DirectReads(source, { note: () => undefined } as unknown as DatabaseMetrics);
    const { pool } = source.driver as unknown as { pool: Pool };
    pool.on('connection', (connection) => connections.push(connection));
    pool.on('acquire', (connection) => connections.push(connection));
  });

  afterAll(() => source.destroy());

  it('give lost connections to nobody: who waits for one is answered by another', async () => {
    const asked = Array.from({ length: POOL * 3 }, () =>
      reads.rows('SELECT SLEEP(0.3)', []).then(
        () => 'answered',
        (error: unknown) => (isOutage(error) ? 'lost' : error),
      ),
    );
    await pause(100);
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    for (const connection of new Set(connections))
      (connection as unknown as { stream: Duplex }).stream.destroy(reset);
    const outcomes = await Promise.all(asked);
    expect(outcomes.slice(0, POOL)).toEqual(Array(POOL).fill('lost'));
    expect(outcomes.slice(POOL)).toEqual(Array(POOL * 2).fill('answered'));
  });
});

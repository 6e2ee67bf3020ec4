import type { PoolConnection, PoolOptions } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source-options';
import { poolOf, type GuardedPool } from '../src/database/guarded-pool';
import { Transactions } from '../src/database/transactions';
import { createTestDatabase, eventually, type TestDatabase } from '../src/testing';

const POOL = 4;

/** Connects like services, but calls `first` with each new connection before all other listeners. */
function dataSourceOf(url: string, first: (connection: PoolConnection) => void): DataSource {
  const options = dataSourceOptions({ url, poolSize: POOL });
  const { driver } = options as unknown as { driver: PoolDriver };
  const createPool = (given: PoolOptions): GuardedPool => {
    const guarded = driver.createPool(given);
    guarded.pool.prependListener('connection', first);
    return guarded;
  };
  return new DataSource({ ...options, driver: { createPool } });
}

let opened: PoolConnection[];

/** Simulates a server with another default level. */
function otherLevel(connection: PoolConnection): void {
  opened.push(connection);
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE');
}

interface PoolDriver {
  createPool(options: PoolOptions): GuardedPool;
}

describe('connections to the database', () => {
  let database: TestDatabase;
  let source: DataSource;
  let runners: QueryRunner[];

  /** All connections of the pool, at the same time. */
  const takeAll = async (): Promise<void> => {
    runners = Array.from({ length: POOL }, () => source.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
  };
  const giveBack = (): Promise<unknown> => Promise.all(runners.map((runner) => runner.release()));
  /** MySQL and older MariaDB have different names for it. */
  const levels = (): Promise<unknown[]> =>
    Promise.all(
      runners.map(async (runner) => {
        const rows = (await runner.query(
          "SHOW SESSION VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation')",
        )) as { Value: string }[];
        return rows[0]?.Value;
      }),
    );

  beforeAll(async () => {
    database = await createTestDatabase([]);
  });

  beforeEach(async () => {
    opened = [];
    source = await dataSourceOf(database.url, otherLevel).initialize();
    await takeAll();
  });

  afterEach(async () => {
    await giveBack();
    await source.destroy();
  });

  afterAll(() => database.drop());

  it('are all READ COMMITTED, from the first use on and when reused', async () => {
    expect(await levels()).toEqual(Array(POOL).fill('READ-COMMITTED'));
    await giveBack();
    await takeAll();
    expect(await levels()).toEqual(Array(POOL).fill('READ-COMMITTED'));
  });

  it('are READ COMMITTED when they replace lost ones', async () => {
    const before = await ids();
    for (const runner of runners) {
      await expect(runner.query('KILL CONNECTION_ID()')).rejects.toThrow();
      await expect(runner.query('SELECT 1')).rejects.toThrow();
    }
    await giveBack();
    await takeAll();
    expect((await ids()).filter((id) => before.includes(id))).toEqual([]);
    expect(await levels()).toEqual(Array(POOL).fill('READ-COMMITTED'));
  });

  it('end at the server two minutes after their machine has vanished, and are closed before when idle', async () => {
    for (const runner of runners) {
      const [row] = (await runner.query('SELECT @@SESSION.wait_timeout AS seconds')) as { seconds: number }[];
      expect(row?.seconds).toBe(120);
    }
    const guarded = poolOf(source);
    await giveBack();
    for (const connection of opened) Object.assign(connection, { lastActiveTime: Date.now() - 60_001 });
    await eventually('all are closed', () => guarded?.usage.free === 0);
    await takeAll();
    expect(guarded?.usage).toEqual({ used: POOL, free: 0, awaited: 0 });
  });

  it('are not used when the server refuses the level', async () => {
    const refused = dataSourceOf(database.url, (connection) => {
      const query = connection.query.bind(connection) as (sql: string, done: () => void) => unknown;
      Object.assign(connection, {
        query(_sql: string, done: () => void) {
          Reflect.deleteProperty(connection, 'query');
          return query('SET SESSION TRANSACTION NONSENSE', done);
        },
      });
    });
    await expect(refused.initialize()).rejects.toThrow(/NONSENSE/);
  });

  it('see concurrent commits within a transaction', async () => {
    const [reader, writer] = runners as [QueryRunner, QueryRunner];
    await writer.query('CREATE TABLE seen (id INT PRIMARY KEY)');
    await reader.startTransaction();
    const seen = async (): Promise<number> =>
      ((await reader.query('SELECT id FROM seen')) as unknown[]).length;
    expect(await seen()).toBe(0);
    await writer.query('INSERT INTO seen VALUES (1)');
    expect(await seen()).toBe(1);
    await reader.commitTransaction();
  });

  it('see one moment in a snapshot, and concurrent commits again after it', async () => {
    const writer = runners.pop()!;
    await giveBack();
    await writer.query('CREATE TABLE moments (id INT PRIMARY KEY)');
    const count = async (reader: { query(sql: string): Promise<unknown> }): Promise<number> =>
      ((await reader.query('SELECT id FROM moments')) as unknown[]).length;
    const counts = await new Transactions(source).snapshot(async (snapshot) => {
      const before = await count(snapshot);
      await writer.query('INSERT INTO moments VALUES (1)');
      return [before, await count(snapshot)];
    });
    expect(counts).toEqual([0, 0]);
    expect(await count(source)).toBe(1);
    await writer.release();
    await takeAll();
    expect(await levels()).toEqual(Array(POOL).fill('READ-COMMITTED'));
  });

  async function ids(): Promise<number[]> {
    const rows = await Promise.all(
      runners.map((runner) => runner.query('SELECT CONNECTION_ID() AS id') as Promise<[{ id: number }]>),
    );
    return rows.map(([{ id }]) => id);
  }
});

import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source-options';
import { poolOf } from '../src/database/guarded-pool';
import { isOutage } from '../src/errors/to-service-error';
import { TEST_SERVERS, TcpProxy, eventually, stopwatch } from '../src/testing';

/** Twice the pool: half of the queries wait for a connection. */
const POOL = 3;

describe('a database server that is frozen', () => {
  let proxy: TcpProxy;
  let source: DataSource;
  let told: boolean[];

  beforeEach(async () => {
    const direct = new URL(TEST_SERVERS.database);
    proxy = await TcpProxy.start(direct.hostname, Number(direct.port || 3306));
    direct.host = `127.0.0.1:${proxy.port}`;
    source = await new DataSource(dataSourceOptions({ url: direct.href, poolSize: POOL })).initialize();
    told = [];
    poolOf(source)?.watch((silent) => told.push(silent));
  });

  afterEach(async () => {
    proxy.restore();
    await source.destroy();
    await proxy.stop();
  });

  const outcomes = (count: number): Promise<unknown[]> =>
    Promise.all(
      Array.from({ length: count }, () =>
        source.query('SELECT 1').then(
          () => 'answered',
          (error: unknown) => isOutage(error),
        ),
      ),
    );

  it('fails statements and waiting callers as an outage, then works as before', async () => {
    expect(await outcomes(POOL * 2)).toEqual(Array(POOL * 2).fill('answered'));
    proxy.freeze();
    expect(await outcomes(POOL * 2)).toEqual(Array(POOL * 2).fill(true));
    expect(told).toEqual([true]);
    const elapsed = stopwatch();
    expect(await outcomes(POOL * 2)).toEqual(Array(POOL * 2).fill(true));
    // A known silent server fails at once, in far less time than its detection takes.
    expect(elapsed()).toBeLessThan(500);
    proxy.restore();
    await eventually('it answers', async () =>
      (await outcomes(POOL * 2)).every((outcome) => outcome === 'answered'),
    );
    expect(told).toEqual([true, false]);
  });

  it('does not count as silent during a long statement', async () => {
    const long = source.query<{ done: unknown }[]>('SELECT SLEEP(2.5) AS done');
    expect(await outcomes(POOL - 1)).toEqual(Array(POOL - 1).fill('answered'));
    expect(Number((await long)[0]?.done)).toBe(0);
    expect(told).toEqual([]);
  });

  it('does not count as away while this process does not run', async () => {
    const opening = outcomes(POOL);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    expect(await opening).toEqual(Array(POOL).fill('answered'));
    expect(told).toEqual([]);
  });

  it('fails a transaction, whose work is undone', async () => {
    const transaction = source.transaction(async (manager) => {
      await manager.query('SELECT 1');
      proxy.freeze();
      await manager.query('SELECT 2');
    });
    await expect(transaction).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});

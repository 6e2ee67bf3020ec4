import { setTimeout as delay } from 'node:timers/promises';
import { TEST_SERVERS, TcpProxy, staleReads, type TestService } from '@portolan/service/testing';
import { Api, startStreaming } from './support/api';

/** More of them by hand: `STALE_READ_ROUNDS=10000`. */
const ROUNDS = Number(process.env.STALE_READ_ROUNDS ?? 150);

jest.setTimeout(420_000 + ROUNDS * 200);

interface Clusters {
  list: { name: string; labels: { name: string; value: string }[] }[];
}

describe('lists of streaming control, with two replicas', () => {
  const replicas: TestService[] = [];
  let redis: TcpProxy;
  let api: Api;
  let other: Api;
  let jobId: string;
  beforeAll(async () => {
    const { hostname, port } = new URL(TEST_SERVERS.redis);
    redis = await TcpProxy.start(hostname, Number(port));
    const env = { ROLES: 'api', REDIS_URL: redis.addressFor(TEST_SERVERS.redis) };
    const first = await startStreaming({ env });
    const { database, queuePrefix } = first;
    replicas.push(first, await startStreaming({ env, database, queuePrefix }));
    [api, other] = replicas.map(({ url }) => new Api(url)) as [Api, Api];
    await api.createCluster('cached');
    jobId = await api.submit('cached');
  });
  afterAll(async () => {
    await replicas[1]?.close();
    await replicas[0]?.stop();
    await redis.stop();
  });

  const relabel = async (round: number): Promise<void> => {
    const { status, body } = await api.post('jobClusters/cached/actions/updateLabel', {
      name: 'cached',
      user: 'ann',
      labels: [{ name: 'round', value: String(round) }],
    });
    if (status >= 400) throw new Error(`a write was refused: ${status} ${JSON.stringify(body)}`);
  };
  const labelAt = async (replica: Api): Promise<number> => {
    const { status, body } = await replica.get<Clusters>('jobClusters?matching=cached');
    if (status !== 200) throw new Error(`a list was refused: ${status} ${JSON.stringify(body)}`);
    return Number(body.list[0]?.labels.find(({ name }) => name === 'round')?.value);
  };

  it('[V1-LIST-22] have an entity tag, and 304 for a client that has it', async () => {
    for (const path of ['jobClusters', 'jobs', 'jobClusters/cached/jobs', `jobs/${jobId}`]) {
      const tag = (await api.get(path)).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"/);
      const again = await fetch(`${api.url}/api/v1/${path}`, { headers: { 'if-none-match': tag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  /** Writes through one replica; tells which reads missed a write, through this replica and through the other. */
  const missed = async (): Promise<string[]> => {
    const own = await staleReads(ROUNDS, relabel, () => labelAt(api), 0);
    await relabel(-1);
    await delay(250);
    return [...own, ...(await staleReads(ROUNDS, relabel, () => labelAt(other), 250))];
  };

  it('[V1-LIST-23] show a write at once through its replica, and within 250 ms through another', async () => {
    expect(await missed()).toEqual([]);
  });

  it('[V1-LIST-23] show writes no later while Redis is away', async () => {
    redis.cut();
    try {
      expect(await missed()).toEqual([]);
    } finally {
      redis.restore();
    }
  });

  it('[V1-LIST-23] show the end of a job at once', async () => {
    await api.get(`jobs/${jobId}`);
    await api.call('DELETE', `jobs/${jobId}?user=ann&reason=done`);
    const { body } = await api.get<{ jobMetadata: { state: string } }>(`jobs/${jobId}`);
    expect(body.jobMetadata.state).not.toBe('Accepted');
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { staleReads } from '@portolan/service/testing';
import { cluster, register, startJobs, type Client, type JobsService } from './support';

interface Clusters {
  _embedded: { clusterList: { id: string; description: string }[] };
}

describe('searches of job orchestration, with two replicas', () => {
  const replicas: JobsService[] = [];
  let client: Client;
  let other: Client;
  let job: string;
  beforeAll(async () => {
    const env = { ROLES: 'api' };
    const first = await startJobs({ env });
    const { database, queuePrefix } = first;
    replicas.push(first, await startJobs({ env, database, queuePrefix }));
    [client, other] = replicas.map((replica) => replica.client) as [Client, Client];
    await register(client);
    await client.create('clusters', cluster({ id: 'cached', name: 'cached' }));
    job = await client.submit();
  });
  afterAll(async () => {
    await replicas[1]?.close();
    await replicas[0]?.stop();
  });

  const describeCluster = async (round: number): Promise<void> => {
    const body = cluster({ id: 'cached', name: 'cached', description: String(round) });
    const answer = await client.call('PUT', '/clusters/cached', body);
    if (answer.status >= 400)
      throw new Error(`a write was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const descriptionAt = async (replica: Client): Promise<number> => {
    const { status, body } = await replica.get<Clusters>('/clusters?name=cached');
    if (status !== 200) throw new Error(`a search was refused: ${status} ${JSON.stringify(body)}`);
    return Number(body._embedded.clusterList[0]?.description);
  };

  it('[V3-PAGE-6] have an entity tag, and 304 for a client that has it', async () => {
    for (const path of ['/applications', '/clusters', '/commands', '/jobs', `/jobs/${job}/status`]) {
      const tag = (await client.get(path)).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"/);
      const again = await fetch(`${client.url}/api/v3${path}`, { headers: { 'if-none-match': tag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  it('[V3-PAGE-5] show a write at once through its replica, and within 250 ms through another', async () => {
    expect(await staleReads(100, describeCluster, () => descriptionAt(client), 0)).toEqual([]);
    await describeCluster(-1);
    await delay(250);
    expect(await staleReads(100, describeCluster, () => descriptionAt(other), 250)).toEqual([]);
  });

  it('[V3-PAGE-5] show a killed job at once', async () => {
    expect(await client.statusOf(job)).toBe('ACCEPTED');
    await client.call('DELETE', `/jobs/${job}`);
    expect(await client.statusOf(job)).not.toBe('ACCEPTED');
  });
});

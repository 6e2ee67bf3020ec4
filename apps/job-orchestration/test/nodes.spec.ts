import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { register, startJobs, type Client, type JobsService } from './support';

interface Node {
  id: string;
  state: string;
  accepting: boolean;
  slots: number;
  launches: number;
}

describe('nodes', () => {
  let service: JobsService;
  let client: Client;
  const env = {
    NODE_HEARTBEAT_MS: '100',
    NODE_LOST_MS: '2000',
    NODE_MEMORY_MB: '512',
    JOB_UNCLAIMED_MS: '1500',
    NODE_SLOTS: '3',
    NODE_RETENTION_MS: '1000',
    NODE_CLEANUP_MS: '100',
    LAUNCH_REPORT_MS: '200',
    LOST_NODE_RETENTION_MS: '60000',
    JOB_RETENTION_TICK_MS: '200',
  };
  beforeAll(async () => {
    service = await startJobs({ env });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const nodes = async () =>
    (await client.get<{ _embedded: { nodeList: Node[] } }>('/nodes')).body._embedded.nodeList;
  const only = () =>
    eventually('a node', async () => {
      const [node] = await nodes();
      return node;
    });
  const act = async (action: string) =>
    (await client.call('POST', `/nodes/${(await only()).id}/actions/${action}`)).status;
  const becomes = (what: Partial<Node>) =>
    eventually(`the node is ${JSON.stringify(what)}`, async () => {
      const node = await only();
      return Object.entries(what).every(([name, value]) => node[name as keyof Node] === value);
    });

  it('[V3-NODE-1] are listed with their resources', async () => {
    expect(await only()).toMatchObject({
      host: '127.0.0.1',
      agentCluster: 'default',
      zone: null,
      state: 'ACTIVE',
      accepting: true,
      slots: 3,
      memoryMb: 512,
      launches: 0,
    });
  });

  it('[V3-NODE-2] accept no launches while cordoned, also after a restart', async () => {
    await only();
    expect(await act('cordon')).toBe(202);
    await becomes({ state: 'CORDONED', accepting: false });
    const { database, queuePrefix, workDirectory } = service;
    await service.close();
    service = await startJobs({ database, queuePrefix, workDirectory, env });
    client = service.client;
    await becomes({ state: 'CORDONED', accepting: false });
    const waiting = await client.submit();
    await becomes({ launches: 0 });
    expect(await client.statusOf(waiting)).toBe('ACCEPTED');
    expect(await act('uncordon')).toBe(202);
    expect((await client.ended(waiting)).status).toBe('SUCCEEDED');
    await becomes({ state: 'ACTIVE', accepting: true, launches: 0 });
  });

  it('[V3-NODE-2] let their jobs finish when they are drained', async () => {
    const running = await client.submit({ commandArgs: `'until [ -e stop ]; do sleep 0.05; done'` });
    await client.until(running, ['RUNNING']);
    await becomes({ launches: 1 });
    expect(await act('drain')).toBe(202);
    await becomes({ state: 'DRAINING', accepting: false });
    expect(await client.statusOf(running)).toBe('RUNNING');
    await client.call('DELETE', `/jobs/${running}`);
    await client.ended(running);
    await becomes({ state: 'DRAINED' });
    expect(await act('uncordon')).toBe(202);
    await becomes({ state: 'ACTIVE', accepting: true });
  });

  it('refuse unknown actions', async () => {
    expect(await act('explode')).toBe(404);
    for (const id of ['nowhere', 'nœud', '𝄞'])
      expect((await client.call('POST', `/nodes/${encodeURIComponent(id)}/actions/cordon`)).status).toBe(404);
  });

  it('[V3-NODE-3] fail a job that none could ever take; a waiting one is not affected', async () => {
    const full = await client.submit({
      memory: 500,
      commandArgs: `'until [ -e stop ]; do sleep 0.05; done'`,
    });
    await client.until(full, ['RUNNING']);
    const waiting = await client.submit({ memory: 500 });
    const never = await client.submit({ memory: 513 });
    expect(await client.ended(never)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'No agent claimed the job for too long',
      started: null,
    });
    expect((await client.get(`/jobs/${never}/execution`)).body.archiveStatus).toBe('NO_FILES');
    expect(await client.statusOf(waiting)).toBe('ACCEPTED');
    await client.call('DELETE', `/jobs/${full}`);
    expect((await client.ended(waiting)).status).toBe('SUCCEEDED');
  });

  it('remove files of ended launches after the retention time', async () => {
    const id = await client.submit();
    await client.ended(id);
    const launches = join(service.workDirectory, 'launches');
    await eventually('no directory is left', async () => (await readdir(launches)).length === 0);
    await expect(stat(launches)).resolves.toBeDefined();
    const output = await fetch(`${service.url}/api/v3/jobs/${id}/output/stdout`);
    expect(await output.text()).toBe('hello\n');
  });

  it('[V3-NODE-4] are removed from the list some time after they were lost', async () => {
    const source = service.app.get(DataSource);
    const live = await only();
    const isAgo = (seconds: number): Promise<unknown> =>
      source.query(
        `INSERT INTO nodes (node_id, host, seen_at, node_url, agent_cluster, zone, slots, free_slots, memory_mb, free_memory_mb,
           accepting, launches, wish)
         SELECT ?, 'z', ?, node_url, agent_cluster, zone, slots, free_slots, memory_mb, free_memory_mb, accepting, launches, wish
         FROM nodes WHERE node_id = ?`,
        [`lost-${seconds}`, Date.now() - seconds * 1000, live.id],
      );
    try {
      await isAgo(61);
      await isAgo(50);
      await eventually('the older one is removed', async () => {
        const ids = (await nodes()).map(({ id }) => id);
        return !ids.includes('lost-61') && ids;
      });
      expect((await nodes()).map(({ id, state, accepting }) => [id, state, accepting])).toEqual([
        [live.id, 'ACTIVE', true],
        ['lost-50', 'LOST', false],
      ]);
    } finally {
      await source.query(`DELETE FROM nodes WHERE node_id LIKE 'lost-%'`);
    }
  });
});

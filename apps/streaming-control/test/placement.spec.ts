import { eventually, type TestService } from '@portolan/service/testing';
import { Api, oneWorker, stage, startStreaming } from './support/api';
import { TestNode, type NodePlace } from './support/test-node';

describe('placement', () => {
  let service: TestService;
  let api: Api;
  const nodes: TestNode[] = [];
  const begin = async (softWaitMs: number): Promise<void> => {
    const env = {
      LAUNCH_RESEND_MS: '200',
      SOFT_CONSTRAINT_WAIT_MS: String(softWaitMs),
      MIGRATION_INTERVAL_MS: '500',
    };
    service = await startStreaming({ env: { LOG_LEVEL: 'silent', ...env } });
    api = new Api(service.url);
  };
  beforeEach(() => begin(2000));
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    await service.stop();
  });

  const node = async (place: NodePlace): Promise<TestNode> => {
    const started = await TestNode.start(service, true, place);
    nodes.push(started);
    return started;
  };
  const submit = async (name: string, workers: number, constraints: object): Promise<string> => {
    await api.createCluster(name, { schedulingInfo: { stages: { '1': stage(workers, constraints) } } });
    return api.submit(name);
  };
  const places = async (jobId: string): Promise<string[]> =>
    (await api.job(jobId)).workerMetadataList.map((worker) => `${worker.state} ${worker.slave ?? ''}`);
  const clusterOf = async (jobId: string): Promise<string | undefined> =>
    (await api.job(jobId)).workerMetadataList[0]?.cluster;
  const arePlaces = (jobId: string, ...wanted: string[]): Promise<unknown> =>
    eventually(
      `workers of ${jobId} are ${wanted.join(', ')}`,
      async () => (await places(jobId)).sort().join() === wanted.sort().join(),
    );

  it('[V1-LIFE-11] UniqueHost, hard: each worker of a stage has a host of its own, or waits for one', async () => {
    const one = await node({ host: '127.0.0.2' });
    const jobId = await submit('unique-hosts', 2, { hardConstraints: ['UniqueHost'] });
    await arePlaces(jobId, 'Accepted ', 'Started 127.0.0.2');
    const { refusals } = one;
    await eventually('the other is refused', () => one.refusals > refusals + 1);
    expect(one.launches).toHaveLength(1);
    await node({ host: '127.0.0.3' });
    await api.state(jobId, 'Launched');
    expect((await places(jobId)).sort()).toEqual(['Started 127.0.0.2', 'Started 127.0.0.3']);
  });

  it('[V1-LIFE-11] UniqueHost, soft: is ignored after a while', async () => {
    const one = await node({ host: '127.0.0.2' });
    const jobId = await submit('soft-hosts', 2, { softConstraints: ['UniqueHost'] });
    await eventually('the second was refused', () => one.refusals > 0);
    await api.state(jobId, 'Launched');
    expect(await places(jobId)).toEqual(['Started 127.0.0.2', 'Started 127.0.0.2']);
  });

  it('[V1-LIFE-11] ExclusiveHost: no other worker on its host, neither before nor after', async () => {
    const one = await node({ host: '127.0.0.2' });
    const shared = await submit('sociable', 1, {});
    await api.state(shared, 'Launched');
    const exclusive = await submit('exclusive', 1, { hardConstraints: ['ExclusiveHost'] });
    await eventually('it is refused', () => one.refusals > 1);
    await api.call('DELETE', `jobs/${shared}`);
    await api.state(exclusive, 'Launched');
    const refusals = one.refusals;
    const late = await api.submit('sociable');
    await eventually('others are refused', () => one.refusals > refusals + 1);
    expect(await places(late)).toEqual(['Accepted ']);
  });

  it('[V1-LIFE-11] ZoneBalance: equal numbers in each zone', async () => {
    const [a, b] = [
      await node({ host: '127.0.0.2', zone: 'a' }),
      await node({ host: '127.0.0.3', zone: 'b' }),
    ];
    // One worker on each makes both zones known.
    const both = await submit('known-zones', 2, { hardConstraints: ['UniqueHost'] });
    await api.state(both, 'Launched');
    const jobId = await submit('balanced', 6, { hardConstraints: ['ZoneBalance'] });
    await api.state(jobId, 'Launched');
    expect([a, b].map((one) => one.of(jobId).length)).toEqual([3, 3]);
  });

  it('[V1-LIFE-11] M4Cluster, soft: tries that agent cluster first, then its own', async () => {
    await node({ host: '127.0.0.2' });
    await node({ agentCluster: 'M4Cluster', host: '127.0.0.3' });
    // UniqueHost makes the nodes of M4Cluster refuse the second worker.
    const jobId = await submit('m4-wished', 2, {
      softConstraints: ['M4Cluster'],
      hardConstraints: ['UniqueHost'],
    });
    await arePlaces(jobId, 'Started 127.0.0.2', 'Started 127.0.0.3');
    const clusters = (await api.job(jobId)).workerMetadataList.map((worker) => worker.cluster);
    expect(clusters.sort()).toEqual(['M4Cluster', 'default']);
  });

  it('[V1-LIFE-11] M5Cluster, soft: no worker waits for an agent cluster without nodes, and a hard constraint takes precedence', async () => {
    await service.stop();
    await begin(86_400_000);
    await node({ host: '127.0.0.2' });
    await node({ agentCluster: 'M4Cluster', host: '127.0.0.3' });
    const wishing = await submit('m5-wished', 1, { softConstraints: ['M5Cluster'] });
    const bound = await submit('m4-bound', 1, {
      softConstraints: ['M5Cluster'],
      hardConstraints: ['M4Cluster'],
    });
    await Promise.all([wishing, bound].map((jobId) => api.state(jobId, 'Launched')));
    expect([await places(wishing), await places(bound)]).toEqual([
      ['Started 127.0.0.2'],
      ['Started 127.0.0.3'],
    ]);
  });

  it('refuses an unknown constraint with 400', async () => {
    await expect(submit('unknown', 1, { hardConstraints: ['Sunny'] })).rejects.toThrow(
      'unknown constraint Sunny',
    );
  });

  it('[V1-LIFE-12] [V1-ADMIN-4] ONE_WORKER: workers leave a deactivated agent cluster one after the other', async () => {
    await node({ agentCluster: 'default', host: '127.0.0.2' });
    const migrationConfig = { strategy: 'ONE_WORKER', configString: '' };
    await api.createCluster('moving', { migrationConfig, schedulingInfo: { stages: { '1': stage(3) } } });
    const jobId = await api.submit('moving');
    await api.state(jobId, 'Launched');
    const target = await node({ agentCluster: 'b', host: '127.0.0.3' });
    await api.post('agentClusters/', ['b']);
    await arePlaces(jobId, ...Array<string>(3).fill('Started 127.0.0.3'));
    expect((await api.job(jobId)).jobMetadata.state).toBe('Launched');
    expect(target.of(jobId).map((launch) => launch.number)).toEqual([4, 5, 6]);
    const begun = (await api.job(jobId)).workerMetadataList.map((worker) => worker.acceptedAt).sort();
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(500);
    expect((begun[2] ?? 0) - (begun[1] ?? 0)).toBeGreaterThanOrEqual(500);
    const next = await api.submit('moving');
    await api.state(next, 'Launched');
    expect(target.of(next)).toHaveLength(3);
  });

  it('[V1-LIFE-12] PERCENTAGE: workers leave in batches; unplaced ones are offered elsewhere at once', async () => {
    const migrationConfig = {
      strategy: 'PERCENTAGE',
      configString: '{"percentToMove":100,"intervalMs":60000}',
    };
    await api.createCluster('batches', { migrationConfig, schedulingInfo: { stages: { '1': stage(4) } } });
    await node({ agentCluster: 'default', host: '127.0.0.2' });
    const jobId = await api.submit('batches');
    await api.state(jobId, 'Launched');
    await nodes.splice(0)[0]?.stop();
    await api.createCluster('waiting', oneWorker);
    const waiting = await api.submit('waiting');
    await arePlaces(waiting, 'Accepted ');
    await node({ agentCluster: 'b', host: '127.0.0.3' });
    await api.post('agentClusters/', ['b']);
    await api.state(waiting, 'Launched');
    await arePlaces(jobId, ...Array<string>(4).fill('Started 127.0.0.3'));
  });

  it('[V1-LIFE-12] a worker without an alternative keeps running, and a new one waits', async () => {
    await node({ agentCluster: 'M4Cluster', host: '127.0.0.2' });
    await node({ agentCluster: 'default', host: '127.0.0.4' });
    const bound = await submit('bound', 1, { hardConstraints: ['M4Cluster'] });
    const free = await submit('free', 1, {});
    await Promise.all([bound, free].map((jobId) => api.state(jobId, 'Launched')));
    await node({ agentCluster: 'b', host: '127.0.0.3' });
    await api.post('agentClusters/', ['b']);
    await arePlaces(free, 'Started 127.0.0.3');
    const late = await api.submit('bound');
    const marker = await api.submit('free');
    await api.state(marker, 'Launched');
    expect([await places(bound), await places(late)]).toEqual([['Started 127.0.0.2'], ['Accepted ']]);
  });

  it('[V1-LIFE-16] setting and clearing the active agent clusters leaves waiting workers where nodes can take them', async () => {
    await api.post('agentClusters/', ['x']);
    await api.createCluster('stranded', oneWorker);
    const jobId = await api.submit('stranded');
    await eventually('it waits in x', async () => (await clusterOf(jobId)) === 'x');
    await api.post('agentClusters/', []);
    await node({ host: '127.0.0.2' });
    await arePlaces(jobId, 'Started 127.0.0.2');
    expect(await clusterOf(jobId)).toBe('default');
  });

  it('[V1-LIFE-16] a worker waits where nodes request work, and moves when they disappear', async () => {
    await api.post('agentClusters/', ['x', 'b']);
    await api.createCluster('following', oneWorker);
    await node({ agentCluster: 'b', host: '127.0.0.3' });
    const first = await api.submit('following');
    await arePlaces(first, 'Started 127.0.0.3');
    await nodes.splice(0)[0]?.stop();
    const second = await api.submit('following');
    await node({ agentCluster: 'x', host: '127.0.0.4' });
    await arePlaces(second, 'Started 127.0.0.4');
  });
});

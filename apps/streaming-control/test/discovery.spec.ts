import type { TestService } from '@portolan/service/testing';
import type { StreamDiscovery } from '../src/discovery/stream-discovery';
import type { JobSchedulingInfo } from '../src/discovery/scheduling-message';
import { Api, oneWorker, stage, startStreaming } from './support/api';
import { EventReader } from './support/event-reader';
import { TestNode } from './support/test-node';

const DISCOVERY = 'svc/publish/streamDiscovery';

describe('the discovery of a job cluster', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  const latest = (cluster: string) =>
    api.get<JobSchedulingInfo & { error?: string }>(`jobClusters/${cluster}/latestJobDiscoveryInfo`);
  const launch = async (cluster: string): Promise<string> => {
    const jobId = await api.submit(cluster);
    await api.state(jobId, 'Launched');
    return jobId;
  };
  const waiting = { schedulingInfo: { stages: { '1': stage(1, { hardConstraints: ['M3Cluster'] }) } } };

  it('[V1-CLUSTER-23] returns its newest launched job, not a waiting or ended one', async () => {
    await api.createCluster('found', oneWorker);
    const answers = [await latest('nobody'), await latest('found')];
    await api.submit('found', waiting);
    answers.push(await latest('found'));
    expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual([
      [404, 'No such Job cluster nobody'],
      [404, 'Job cluster found has no launched job'],
      [404, 'Job cluster found has no launched job'],
    ]);
    const older = await launch('found');
    const newer = await launch('found');
    await api.submit('found', waiting);
    const { status, body } = await latest('found');
    const { ports } = await node.worker(newer, 1);
    expect([status, body]).toEqual([
      200,
      {
        jobId: newer,
        workerAssignments: {
          '1': {
            stage: 1,
            numWorkers: 1,
            activeWorkers: 0,
            hosts: {
              '1': {
                state: 'Started',
                workerNumber: 1,
                workerIndex: 0,
                host: '127.0.0.1',
                port: [ports.SINK_PORT],
                metricsPort: ports.METRICS_PORT,
                customPort: ports.CUSTOM_PORT,
              },
            },
          },
        },
      },
    ]);
    await api.call('DELETE', `jobs/${newer}`);
    expect((await latest('found')).body.jobId).toBe(older);
  });

  it('[V1-CLUSTER-23] exists at the addresses of older clients', async () => {
    await api.createCluster('aliased', oneWorker);
    const jobId = await launch('aliased');
    for (const path of ['/api/v1/jobClusters/discoveryInfo/aliased', '/jobClusters/discoveryInfo/aliased']) {
      const answer = await fetch(service.url + path);
      expect([answer.status, await answer.json()]).toMatchObject([200, { jobId }]);
    }
    const reader = await EventReader.open(`${service.url}/jobClusters/discoveryInfoStream/aliased`);
    await reader.json<JobSchedulingInfo>('its workers', (info) => info.jobId === jobId);
    reader.close();
  });

  it('[V1-CLUSTER-24] covers all streams mapped to it, by application', async () => {
    const empty = await api.get<StreamDiscovery>(DISCOVERY);
    expect(empty).toMatchObject({
      status: 200,
      body: { version: '0', timestamp: 0, mappings: { __default__: {} } },
    });
    for (const cluster of ['shared', 'own', 'idle']) await api.createCluster(cluster, oneWorker);
    const [shared, own] = [await launch('shared'), await launch('own')];
    const map = await api.call<StreamDiscovery>('PUT', 'svc/publish/streamJobClusterMap', {
      mappings: {
        __default__: { __default__: 'shared', clicks: 'shared' },
        shop: { visits: 'own', orders: 'idle', returns: 'nobody' },
      },
    });
    const jobsOf = async (query: string) => {
      const { body } = await api.get<StreamDiscovery>(`${DISCOVERY}${query}`);
      expect([body.version, body.timestamp]).toEqual([map.body.version, map.body.timestamp]);
      return Object.fromEntries(
        Object.entries(body.mappings).map(([application, streams]) => [
          application,
          Object.entries(streams).map(([stream, info]) => [
            stream,
            info.jobId,
            Object.keys(info.workerAssignments['1']?.hosts ?? {}).length,
          ]),
        ]),
      );
    };
    const others = [
      ['__default__', shared, 1],
      ['clicks', shared, 1],
    ];
    expect(await jobsOf('')).toEqual({ __default__: others, shop: [['visits', own, 1]] });
    expect(await jobsOf('?app=shop&app=other')).toEqual({ shop: [['visits', own, 1]], other: others });
  });
});

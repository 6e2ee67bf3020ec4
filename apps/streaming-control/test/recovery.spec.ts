import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { migrations } from '../migrations';
import { StageEntity } from '../src/jobs/job.entity';
import type { WorkerResponse } from '../src/jobs/job-record.dto';
import { Api, oneWorker, startStreaming } from './support/api';
import { EventReader } from './support/event-reader';
import { TestNode } from './support/test-node';
import {
  TEST_SERVERS,
  createTestDatabase,
  eventually,
  testQueuePrefix,
  type TestDatabase,
  type TestService,
  stopwatch,
} from '@portolan/service/testing';

/** Services of one test: all are stopped, then the database is dropped. */
class Installation {
  readonly services: TestService[] = [];
  readonly nodes: TestNode[] = [];
  private constructor(
    readonly database: TestDatabase,
    readonly queuePrefix: string,
  ) {}

  static async create(): Promise<Installation> {
    return new Installation(await createTestDatabase(migrations), testQueuePrefix());
  }

  async replica(env: Record<string, string> = {}): Promise<TestService> {
    const { database, queuePrefix } = this;
    const service = await startStreaming({ env: { LOG_LEVEL: 'silent', ...env }, database, queuePrefix });
    this.services.push(service);
    return service;
  }

  async node(autoStart = true): Promise<TestNode> {
    const node = await TestNode.start(this, autoStart);
    this.nodes.push(node);
    return node;
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await Promise.all(this.services.map((service) => service.close()));
    await this.database.drop();
  }
}

describe('a job survives', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await Installation.create();
  });
  afterEach(() => installation.end());

  it('[V1-LIFE-7] a controller that stops before the launch, and one that stops before the end', async () => {
    const first = await installation.replica({ ROLES: 'api' });
    const api = new Api(first.url);
    await api.createCluster('restarted');
    const jobId = await api.submit('restarted');
    const controller = await installation.replica();
    const node = await installation.node();
    await api.state(jobId, 'Launched');
    await controller.close();
    await (await node.worker(jobId, 1)).exit(1);
    await api.call('DELETE', `jobs/${jobId}`);
    await installation.replica();
    await eventually('the processes are stopped', () =>
      node
        .of(jobId)
        .filter((launch) => launch.number !== 1)
        .every((launch) => launch.stopped),
    );
    expect(node.of(jobId)).toHaveLength(3);
  });

  it('[V1-LIFE-18] another one whose workers cannot be launched', async () => {
    const web = await installation.replica({ ROLES: 'api' });
    const api = new Api(web.url);
    await api.createCluster('broken');
    const broken = await api.submit('broken');
    const { manager } = web.app.get(DataSource, { strict: false });
    const stages = await manager.findBy(StageEntity, { jobId: broken });
    await manager.delete(StageEntity, { jobId: broken });
    await installation.replica();
    await installation.node();
    await api.createCluster('healthy');
    await api.state(await api.submit('healthy'), 'Launched');
    await manager.insert(StageEntity, stages);
    await api.state(broken, 'Launched');
  });

  it('[V1-GEN-7] two replicas: each worker is launched once, and each shows the writes of the other', async () => {
    const [one, two] = [await installation.replica(), await installation.replica()];
    await new Api(one.url).createCluster('shared', { slaMin: 2, slaMax: 3 });
    const node = await installation.node();
    const api = new Api(two.url);
    await api.state('shared-1', 'Launched');
    await api.state('shared-2', 'Launched');
    await (await node.worker('shared-1', 2)).exit(137);
    await eventually('replaced', async () => (await api.started('shared-1')).join() === '1,4,3');
    const launched = node.launches.map((launch) => `${launch.jobId}/${launch.number}`).sort();
    expect(launched).toEqual([
      'shared-1/1',
      'shared-1/2',
      'shared-1/3',
      'shared-1/4',
      'shared-2/1',
      'shared-2/2',
      'shared-2/3',
    ]);
    const jobs = (await new Api(one.url).get<{ list: unknown[] }>('jobs?activeOnly=false')).body.list;
    expect(jobs).toHaveLength(2);
  });

  it('[V1-LIFE-4] repeated failures: replacements after growing pauses, then Failed', async () => {
    const service = await installation.replica({ RESUBMIT_LIMIT: '2', RESUBMIT_DELAYS_MS: '0,300' });
    const api = new Api(service.url);
    await api.createCluster('failing', oneWorker);
    const node = await installation.node();
    const jobId = await api.submit('failing');
    await (await node.worker(jobId, 1)).exit(1);
    const second = await node.worker(jobId, 2);
    const failedAt = Date.now();
    await second.post('Failed');
    const third = await node.worker(jobId, 3);
    expect(Date.now() - failedAt).toBeGreaterThanOrEqual(290);
    await third.exit(1);
    await api.state(jobId, 'Failed');
    const workers = (await api.get<{ list: WorkerResponse[] }>(`jobs/${jobId}/archivedWorkers`)).body.list;
    expect(workers.map((worker) => [worker.workerNumber, worker.state, worker.reason])).toEqual([
      [1, 'Failed', 'Relaunched: exit code 1'],
      [2, 'Failed', 'Relaunched: worker Failed'],
      [3, 'Failed', 'Error: exit code 1'],
    ]);
    const { reason } = (await api.job(jobId)).jobMetadata;
    expect(reason).toBe('Error: Too many worker resubmits: exit code 1');
  });

  it('[V1-LIFE-3] a silent worker is replaced, one with heartbeats is not', async () => {
    const service = await installation.replica({ WORKER_TIMEOUT_MS: '3000', WORKER_START_GRACE_MS: '60000' });
    const api = new Api(service.url);
    await api.createCluster('silent', {
      schedulingInfo: {
        stages: { '1': { numberOfInstances: 2, machineDefinition: { cpuCores: 1, memoryMB: 1 } } },
      },
    });
    const node = await installation.node();
    const jobId = await api.submit('silent');
    await api.state(jobId, 'Launched');
    const speaking = await node.worker(jobId, 1);
    const endBeats = speaking.beat(150);
    const quiet = await node.worker(jobId, 2);
    await eventually('the silent one is replaced', () => node.of(jobId).some((launch) => launch.number >= 3));
    await eventually('and stopped', () => quiet.stopped);
    await endBeats();
    expect(speaking.stopped).toBe(false);
    expect((await api.started(jobId))[0]).toBe(1);
  });

  it('a heartbeat of a worker that never reported Started counts as Started', async () => {
    const service = await installation.replica();
    const api = new Api(service.url);
    await api.createCluster('promoted', oneWorker);
    const node = await installation.node(false);
    const jobId = await api.submit('promoted');
    const worker = await node.worker(jobId, 1);
    expect((await api.job(jobId)).workerMetadataList[0]?.state).toBe('Launched');
    await worker.post('StartInitiated');
    expect((await api.job(jobId)).workerMetadataList[0]?.state).toBe('StartInitiated');
    await worker.heartbeat();
    await api.state(jobId, 'Launched');
  });

  it('a node that loses its lease: its workers are replaced', async () => {
    const service = await installation.replica({ LEASE_MS: '1000' });
    const api = new Api(service.url);
    await api.createCluster('lost', oneWorker);
    const node = await installation.node();
    const jobId = await api.submit('lost');
    await api.state(jobId, 'Launched');
    await eventually('a new worker', () => node.of(jobId).some((launch) => launch.number === 2));
    const answer = await node.renew(service.url, [await node.worker(jobId, 1)]);
    expect(answer.launches[0]?.verb).toBe('forget');
  });

  it('[V1-ENABLE-4] [V1-CLUSTER-22] an SLA: the minimum is kept, the maximum kills the oldest, and neither applies while disabled', async () => {
    const service = await installation.replica();
    const api = new Api(service.url);
    await installation.node();
    await api.createCluster('kept', { ...oneWorker, slaMin: 1, slaMax: 1 });
    await api.state('kept-1', 'Launched');
    await api.call('DELETE', 'jobs/kept-1');
    await api.state('kept-2', 'Launched');
    await api.submit('kept');
    await api.state('kept-3', 'Launched');
    await api.state('kept-2', 'Completed');
    await api.post('jobClusters/kept/actions/disableCluster', { name: 'kept', user: 'ann' });
    await api.state('kept-3', 'Completed');
    await api.createCluster('marker', { ...oneWorker, slaMin: 1, slaMax: 1 });
    await api.state('marker-1', 'Launched');
    expect((await api.get('jobs/kept-4')).status).toBe(404);
    await api.post('jobClusters/kept/actions/enableCluster', { name: 'kept', user: 'ann' });
    await api.state('kept-4', 'Launched');
  });

  it('[V1-ERR-4] an outage of the database: requests answer 503 within 2 s, then the work continues', async () => {
    const target = new URL(TEST_SERVERS.database);
    const gate = await Gate.open(Number(target.port || 3306), target.hostname);
    const url = new URL(installation.database.url);
    url.hostname = '127.0.0.1';
    url.port = String(gate.port);
    const service = await installation.replica({ DATABASE_URL: url.href });
    const api = new Api(service.url);
    await api.createCluster('outage', oneWorker);
    const stream = await EventReader.open(`${service.url}/api/v1/lastSubmittedJobIdStream/outage`);
    gate.shut();
    const elapsed = stopwatch();
    const answers = await Promise.all([
      api.get('jobClusters/outage'),
      api.post('jobs', { name: 'outage', jobSla: { durationType: 'Perpetual' } }),
      api.get('jobDiscoveryStream/outage-1'),
    ]);
    expect(elapsed()).toBeLessThan(2000);
    expect(answers.map((answer) => [answer.status, answer.headers.get('retry-after') !== null])).toEqual([
      [503, true],
      [503, true],
      [503, true],
    ]);
    await gate.reopen();
    await installation.node();
    const jobId = await eventually('submitting works again', () =>
      api.submit('outage').catch(() => undefined),
    );
    await api.state(jobId, 'Launched');
    await stream.event(JSON.stringify({ name: 'outage', jobId }));
    stream.close();
    gate.shut();
  });
});

/** A proxy in front of the database server that a test can close. */
class Gate {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  port = 0;

  private constructor(
    private readonly targetPort: number,
    private readonly host: string,
  ) {}

  static async open(port: number, host: string): Promise<Gate> {
    const gate = new Gate(port, host);
    await gate.reopen();
    return gate;
  }

  async reopen(): Promise<void> {
    this.server = createServer((client) => {
      const target = connect(this.targetPort, this.host);
      for (const [from, to] of [
        [client, target],
        [target, client],
      ] as const) {
        this.sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.once('close', () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  shut(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}

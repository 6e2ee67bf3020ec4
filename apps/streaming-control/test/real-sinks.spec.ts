import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchState } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually, type TestService } from '@portolan/service/testing';
import { missedCount } from '@portolan/worker/sink-protocol';
import { WebSocket } from 'ws';
import type { WorkerResponse } from '../src/jobs/job-record.dto';
import type { WorkerMetricsResponse } from '../src/worker-metrics/worker-metrics.dto';
import { Api, stage, startStreaming, submission } from './support/api';
import { writeBurstJob, type BurstEvent } from './support/burst-job';
import { EventReader } from './support/event-reader';
import { RealNode } from './support/real-node';
import { TestNode } from './support/test-node';

const WORKERS = 2;
const TUNNEL_PING = 'MantisApiTunnelPingEnabled=true';

/** A client of a job's output, over either transport. */
interface Client {
  messages: readonly string[];
  pause(): void;
  resume(): void;
}

describe('workers written with libs/worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-sinks-'));
  const closing: (() => unknown)[] = [];
  let service: TestService;
  let api: Api;
  let node: RealNode;
  let batchOwner: TestOwner | undefined;
  let jobId: string;
  let workers: WorkerResponse[];

  beforeAll(async () => {
    const env = {
      STREAM_FIRST_HEARTBEAT_MS: '100',
      STREAM_TUNNEL_PING_MS: '100',
      STREAM_CLIENT_BUFFER_BYTES: '65536',
    };
    service = await startStreaming({ env });
    api = new Api(service.url);
    const [started, artifact] = await Promise.all([RealNode.start(service), writeBurstJob(folder)]);
    node = started;
    await api.createCluster('bursts', {
      jobJarFileLocation: artifact,
      schedulingInfo: {
        stages: { '1': stage(WORKERS, { machineDefinition: { cpuCores: 1, memoryMB: 96 } }) },
      },
      parameters: [{ name: 'svc.sse.bufferCapacity', value: '100' }],
    });
    jobId = await api.submit('bursts');
    workers = (await api.state(jobId, 'Launched')).workerMetadataList;
  });
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });
  afterAll(async () => {
    // A stopping node reports the end of launches to their owners, and waits for owners that do not respond.
    await node.stop();
    await batchOwner?.service.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Number of events emitted by every worker. */
  async function emit(count: number, bytes = 0): Promise<void> {
    for (const { slave, customPort } of workers) {
      await fetch(`http://${slave}:${customPort}/?count=${count}&bytes=${bytes}`, { method: 'POST' });
    }
  }
  /** Waits until every worker has exactly this many clients; used first to wait for the disconnection of earlier clients. */
  const clients = (count: number): Promise<unknown> =>
    eventually(`${count} clients of each worker`, async () => {
      const counts = workers.map(async ({ slave, metricsPort }) => {
        const text = await (await fetch(`http://${slave}:${metricsPort}/metrics`)).text();
        return Number(/^worker_clients\{.*\} (\d+)$/m.exec(text)?.[1]);
      });
      return (await Promise.all(counts)).every((found) => found === count);
    });
  async function bySse(query: string): Promise<Client & { reader: EventReader }> {
    const reader = await EventReader.open(`${service.url}/api/v1/jobConnectbyid/${jobId}?${query}`);
    closing.push(() => reader.close());
    return {
      reader,
      messages: reader.events,
      pause: () => reader.response?.pause(),
      resume: () => reader.response?.resume(),
    };
  }
  async function bySocket(query: string): Promise<Client> {
    const address = `${service.url.replace('http', 'ws')}/api/v1/jobConnectbyid/${jobId}?${query}`;
    const socket = new WebSocket(address);
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    closing.push(() => socket.terminate());
    return { messages, pause: () => socket.pause(), resume: () => socket.resume() };
  }
  const eventsOf = ({ messages }: Client): BurstEvent[] =>
    messages.filter((text) => missedCount(text) === undefined).map((text) => JSON.parse(text) as BurstEvent);
  const namesOf = (client: Client): string[] => eventsOf(client).map(({ worker, n }) => `${worker}:${n}`);
  const toldBy = ({ messages }: Client): number =>
    messages.reduce((sum, text) => sum + (missedCount(text) ?? 0), 0);

  it('[V1-STREAM-10] send only the latest of each window to clients that request samples', async () => {
    await clients(0);
    const sampled = [await bySse('sampleMSec=300'), await bySocket('sampleMSec=300')];
    const whole = await bySse('');
    await clients(2);
    await emit(40);
    await eventually('a sample of each worker', () =>
      sampled.every(({ messages }) => messages.length === WORKERS),
    );
    await emit(40);
    await eventually('the next one', () => sampled.every(({ messages }) => messages.length === 2 * WORKERS));
    for (const client of sampled) expect(namesOf(client).sort()).toEqual(['0:39', '0:79', '1:39', '1:79']);
    await eventually('all events', () => whole.messages.length === 80 * WORKERS);
  });

  it.each(['groupId=readers', 'clientId=readers'])(
    '[V1-STREAM-10] share their events among clients with the same %s, whatever their transport',
    async (query) => {
      await clients(0);
      const group = [await bySse(query), await bySse(`${query}&x=1`), await bySocket(query)];
      const alone = await bySocket('');
      await clients(4);
      await emit(60);
      await eventually('all events', () => alone.messages.length === 60 * WORKERS);
      await eventually(
        'all of the group',
        () => group.reduce((sum, { messages }) => sum + messages.length, 0) === 60 * WORKERS,
      );
      expect(group.map(({ messages }) => messages.length)).toEqual(Array(3).fill((60 * WORKERS) / 3));
      expect(group.flatMap(namesOf).sort()).toEqual(namesOf(alone).sort());
    },
  );

  it('[V1-STREAM-11] report exactly the events dropped by the workers and by this service', async () => {
    await clients(0);
    const query = 'enableMetaMessages=true&metaMessagesSec=0.1';
    const [events, socket, plain] = [await bySse(query), await bySocket(query), await bySse('')];
    const all: Client[] = [events, socket];
    await clients(2);
    // Ten times a worker's buffer for one client.
    await emit(1000);
    await eventually('its losses are told', () =>
      all.every((client) => eventsOf(client).length + toldBy(client) === 1000 * WORKERS),
    );
    for (const client of all) expect(toldBy(client)).toBeGreaterThanOrEqual(800 * WORKERS);
    const dropped = async (): Promise<number> => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^stream_dropped_messages_total (\d+)/m.exec(metrics)?.[1] ?? 0);
    };
    for (const client of [...all, plain]) client.pause();
    let emitted = 1000;
    await eventually('this service drops for all of them', async () => {
      // Twice a worker's buffer: its report of losses is dropped with the other messages.
      await emit(200, 8192);
      emitted += 200;
      return (await dropped()) > 3000;
    });
    for (const client of [...all, plain]) client.resume();
    await eventually('all is told', () =>
      all.every((client) => eventsOf(client).length + toldBy(client) === emitted * WORKERS),
    );
    await eventually('who did not ask is told in a comment', () =>
      / \d+ messages dropped/.test(plain.reader.raw),
    );
    expect(toldBy(plain)).toBe(0);
  });

  it('[V1-STREAM-10] [V1-STREAM-12] keep clients alive that request pings or heartbeats', async () => {
    const query = 'enablePings=true&heartbeatSec=0.1';
    const asked = [await bySse(query), await bySocket(query)];
    const places = await EventReader.open(`${service.url}/api/v1/jobDiscoveryStream/${jobId}?sendHB=true`);
    closing.push(() => places.close());
    const tunnel = [await bySse(TUNNEL_PING), await bySocket(TUNNEL_PING)];
    await eventually('pings', () => asked.every(({ messages }) => messages.includes('ping')));
    await eventually('pings of this service', () =>
      tunnel.every(
        ({ messages }) => messages.length > 1 && messages.every((text) => text === 'MantisApiTunnelPing'),
      ),
    );
    expect(asked.flatMap(({ messages }) => messages).filter((text) => text !== 'ping')).toEqual([]);
    await places.event('{"jobId":"HB_JobId","workerAssignments":null}');
    expect(places.events[0]).toContain('"activeWorkers":0');
  });

  /** After a second without an answer of the workers a stream begins: a comment has the refusal then. */
  const refused = (path: string, error: string) =>
    eventually('the workers answer in time', async () => {
      const answer = await fetch(`${service.url}/api/v1/${path}`);
      const text = await answer.text();
      expect([answer.status, (JSON.parse(text) as { error: string }).error]).toEqual([400, error]);
      return true;
    });

  it('[V1-STREAM-13] refuse invalid parameters with the reason', async () => {
    const error = expect.stringMatching(
      /^worker [12] refuses the parameters: sample must be a number, at least 50 ms/,
    ) as string;
    for (const path of [`jobConnectbyid/${jobId}`, 'jobConnectbyname/bursts']) {
      await refused(`${path}?sample=soon`, error);
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/${path}?sample=soon`);
      const closed = await new Promise<[number, string]>((resolve) =>
        socket.once('close', (code, reason) => resolve([code, reason.toString()])),
      );
      expect(closed).toEqual([4400, error]);
    }
    const other = expect.stringContaining('this is a worker of bursts, not of others') as string;
    await refused(`jobConnectbyid/${jobId}?sourceJobName=others`, other);
    await clients(0);
  });

  it('[V1-STREAM-13] refuse them in a stream that began before the workers', async () => {
    const response = await fetch(`${service.url}/api/v1/jobsubmitandconnect?sample=soon`, {
      method: 'POST',
      body: JSON.stringify(submission('bursts')),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^: worker \d refuses the parameters: sample must be .*\n\n$/m);
    expect((await api.call('DELETE', 'jobs/bursts-2')).status).toBe(202);
  });

  it('[V1-JOB-22] count their events', async () => {
    const read = async (id: string) => {
      const response = await fetch(`${service.url}/api/v1/jobs/${id}/workers/metrics`);
      return { status: response.status, body: (await response.json()) as WorkerMetricsResponse };
    };
    const emitted = async () =>
      (await read(jobId)).body.workers.map(({ eventsOut }) => eventsOut ?? Number.NaN);
    const before = await emitted();
    expect(before).toHaveLength(WORKERS);
    await emit(25);
    await eventually('each worker counts its events', async () =>
      (await emitted()).every((count, index) => count === (before[index] ?? 0) + 25),
    );
    const { body } = await read(jobId);
    expect(body).toMatchObject({ jobId, silent: [] });
    for (const { stageNum, eventsIn, eventsOut } of body.workers)
      expect([stageNum, eventsIn]).toEqual([1, eventsOut]);
    expect((await read('bursts-99')).status).toBe(404);
  });

  it('[V1-LIFE-12] leave a deactivated agent cluster, while batch jobs still run there', async () => {
    const owner = await startTestOwner({ queuePrefix: service.queuePrefix }, 'jobs');
    batchOwner = owner;
    const state = async (id: string): Promise<unknown> => (await owner.repository.find(id))?.state;
    const sleep = { command: ['sleep', '300'] };
    const running = await owner.offer(sleep);
    await eventually('a batch job runs', async () => (await state(running)) === LaunchState.Running);
    const elsewhere = await TestNode.start(service, true, { agentCluster: 'b', host: '127.0.0.3' });
    await api.post('agentClusters/', ['b']);
    const placesOf = async (): Promise<(string | null)[]> =>
      (await api.job(jobId)).workerMetadataList.map(({ slave }) => slave);
    await eventually('a worker has left', async () => (await placesOf()).includes('127.0.0.3'));
    const late = await owner.offer(sleep);
    await eventually('a new batch job runs', async () => (await state(late)) === LaunchState.Running);
    const row = await owner.repository.find(running);
    expect([row?.state, row?.stopRequestedAt]).toEqual([LaunchState.Running, null]);
    for (const id of [running, late]) await owner.launches.stop(id, 0);
    await eventually('both have ended', async () => {
      const states = await Promise.all([running, late].map(state));
      return states.every((one) => one === LaunchState.Ended);
    });
    await elsewhere.stop();
  });
});

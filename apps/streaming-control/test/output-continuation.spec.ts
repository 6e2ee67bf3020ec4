import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '@portolan/cli/testing';
import { createStreamsClient, followJobOutput } from '@portolan/client-streams';
import { TcpProxy, eventually, type TestService } from '@portolan/service/testing';
import { WebSocket } from 'ws';
import type { WorkerResponse } from '../src/jobs/job-record.dto';
import { Api, stage, startStreaming } from './support/api';
import { writeBurstJob, type BurstEvent } from './support/burst-job';
import { EventReader } from './support/event-reader';
import { RealNode } from './support/real-node';

const WORKERS = 2;
const CUTS = 8;

describe('clients of output with event ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-continuation-'));
  let service: TestService;
  let other: TestService;
  let node: RealNode;
  let api: Api;
  let jobId: string;
  let workers: WorkerResponse[];

  beforeAll(async () => {
    service = await startStreaming({ env: { STREAM_FIRST_HEARTBEAT_MS: '100' } });
    const { database, queuePrefix } = service;
    other = await startStreaming({ database, queuePrefix, env: { ROLES: 'api' } });
    api = new Api(service.url);
    const [started, artifact] = await Promise.all([RealNode.start(service), writeBurstJob(folder)]);
    node = started;
    await api.createCluster('bursts', {
      jobJarFileLocation: artifact,
      schedulingInfo: {
        stages: { '1': stage(WORKERS, { machineDefinition: { cpuCores: 1, memoryMB: 96 } }) },
      },
    });
  });
  beforeEach(async () => {
    jobId = await api.submit('bursts');
    workers = (await api.state(jobId, 'Launched')).workerMetadataList;
  });
  afterEach(() => kill());
  afterAll(async () => {
    await node.stop();
    await other.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const kill = (): Promise<unknown> => api.call('DELETE', `jobs/${jobId}?user=ann&reason=done`);
  /** Each worker emits so many events. */
  async function emit(count: number): Promise<void> {
    for (const { slave, customPort } of workers)
      await fetch(`http://${slave}:${customPort}/?count=${count}`, { method: 'POST' });
  }
  const address = ({ url }: TestService, query: string): string =>
    `${url}/api/v1/jobConnectbyid/${jobId}?enableEventIds=true${query}`;
  const sinksAreRead = (): Promise<unknown> =>
    eventually('the sinks are read', async () => {
      const metrics = workers.map(({ slave, metricsPort }) =>
        fetch(`http://${slave}:${metricsPort}/metrics`),
      );
      const texts = await Promise.all(metrics.map(async (one) => (await one).text()));
      return texts.every((text) => /^worker_clients\{.*\} 1$/m.test(text));
    });
  /** The numbers of a worker's events, in order. */
  const numbersOf = (worker: number, events: readonly string[]): number[] =>
    events
      .map((text) => JSON.parse(text) as BurstEvent)
      .filter((event) => event.worker === worker)
      .map(({ n }) => n);
  const from = (first: number, end: number): number[] =>
    Array.from({ length: end - first }, (_one, index) => first + index);
  /** The last id of each worker. */
  function lastIds({ raw }: EventReader): string[] {
    const ids = [...raw.matchAll(/^id: (.+):(\d+)$/gm)].map(
      ([, worker, number]) => [worker, number] as const,
    );
    return [...new Map(ids)].map(([worker, number]) => `${worker}:${number}`).sort();
  }

  it('[V1-STREAM-15] get the events that they missed while disconnected, through any replica', async () => {
    const reader = await EventReader.open(address(service, ''));
    // The sinks tell where the stream begins, before there is an event.
    await eventually('both workers are read', () => lastIds(reader).length === WORKERS);
    await emit(3);
    await eventually('three each', () => reader.events.length === 3 * WORKERS);
    reader.close();
    const ids = lastIds(reader);
    expect(ids).toEqual([`${jobId}-worker-0-1:3`, `${jobId}-worker-1-2:3`]);
    await emit(40);
    const again = await EventReader.open(address(other, `&afterEventIds=${ids.join()}`));
    await eventually('what came meanwhile', () => again.events.length >= 40 * WORKERS);
    await emit(1);
    await eventually('what comes now', () => again.events.length > 40 * WORKERS + 1);
    again.close();
    for (const worker of [0, 1]) expect(numbersOf(worker, again.events)).toEqual(from(3, 44));
    expect(lastIds(again)).toEqual([`${jobId}-worker-0-1:44`, `${jobId}-worker-1-2:44`]);
  });

  it('[V1-STREAM-15] are refused when ids would mean nothing', async () => {
    for (const [query, message] of [
      ['&sample=1', 'enableEventIds cannot be combined with sample'],
      ['&afterEventIds=nine', 'afterEventIds must be ids of events, separated by commas, not "nine"'],
    ] as const) {
      // After a second without an answer of the workers a stream begins: a comment has the refusal then.
      await eventually('the workers answer in time', async () => {
        const response = await fetch(address(service, query));
        expect([response.status, await response.text()]).toEqual([
          400,
          expect.stringContaining(JSON.stringify(message).slice(1, -1)),
        ]);
        return true;
      });
    }
    const socket = new WebSocket(address(service, '').replace('http', 'ws'));
    const [code, reason] = await new Promise<[number, string]>((resolve) =>
      socket.once('close', (status, text) => resolve([status, text.toString()])),
    );
    expect([code, reason]).toEqual([4400, 'enableEventIds needs server-sent events: a websocket has no ids']);
  });

  it('[CLI-STREAM-9] `stream tail` prints every event once, also those from while its connection was cut', async () => {
    const { hostname, port } = new URL(service.url);
    const proxy = await TcpProxy.start(hostname, Number(port));
    let [printed, notes] = ['', ''];
    const tailing = runCli(['stream', 'tail', jobId], {
      env: { PORTOLAN_STREAMS_URL: `http://127.0.0.1:${proxy.port}`, PORTOLAN_USER: 'ann' },
      onStdout: (text) => (printed += text),
      onStderr: (text) => (notes += text),
    });
    const told = (what: string): number => notes.split(what).length - 1;
    try {
      await sinksAreRead();
      for (let cut = 1; cut <= CUTS; cut += 1) {
        await emit(100);
        proxy.cut();
        await emit(100);
        await eventually('the loss is told', () => told('connection lost') === cut);
        proxy.restore();
        await eventually('it goes on', () => told('connected again; continued after the last event') === cut);
      }
      await emit(1);
      await eventually('the last ones', () => printed.split('\n').length > (200 * CUTS + 1) * WORKERS);
      await kill();
      const { code, stdout } = await tailing;
      const lines = stdout.trimEnd().split('\n');
      for (const worker of [0, 1]) expect(numbersOf(worker, lines)).toEqual(from(0, 200 * CUTS + 1));
      expect(code).toBe(0);
      expect(notes).not.toContain('missing');
    } finally {
      await proxy.stop();
    }
  });

  it('[V1-STREAM-16] the typed client yields every event once, also those from while its connection was cut', async () => {
    const { hostname, port } = new URL(service.url);
    const proxy = await TcpProxy.start(hostname, Number(port));
    const seen: string[] = [];
    let [opened, failed, missing] = [0, 0, 0];
    const following = (async () => {
      const client = createStreamsClient({ baseUrl: `http://127.0.0.1:${proxy.port}` });
      const options = {
        attempts: Infinity,
        pauseMs: 50,
        onOpen: () => (opened += 1),
        onFailure: () => (failed += 1),
        onMissing: (count: number) => (missing += count),
      };
      for await (const event of followJobOutput(client, jobId, options)) seen.push(JSON.stringify(event));
    })();
    try {
      await sinksAreRead();
      for (let cut = 1; cut <= CUTS; cut += 1) {
        const failures = failed;
        await emit(100);
        proxy.cut();
        await emit(100);
        await eventually('the loss is reported', () => failed > failures);
        const openings = opened;
        proxy.restore();
        await eventually('it is connected again', () => opened > openings);
      }
      await eventually('all of them', () => seen.length >= 200 * CUTS * WORKERS);
      await kill();
      await following;
      for (const worker of [0, 1]) expect(numbersOf(worker, seen)).toEqual(from(0, 200 * CUTS));
      expect(missing).toBe(0);
    } finally {
      await proxy.stop();
    }
  });
});

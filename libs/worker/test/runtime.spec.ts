import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bufferTime, map, NEVER, type Observable, Subject } from 'rxjs';
import { boundedMap, defineJob, fromEventStream, untilStopped, type WorkerContext } from '../src';
import { listen } from '../src/platform/http';
import { collectEvents, freePort, TestPlatform, until } from '../src/testing';
import { TestWorkers } from './test-workers';

const WINDOW_THAT_NEVER_CLOSES = 3_600_000;
const ONE = { stage: 1, workerIndex: 0, workerNumber: 1 };

/** A client that reads on demand only. */
function slowClient(port: number, query: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: `/${query}`, agent: false }, (response) => {
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', reject);
  });
}

describe('the runtime of a job', () => {
  let platform: TestPlatform;
  let workers: TestWorkers;
  const events = new Subject<unknown>();
  const pushed = defineJob({ stages: [() => events] });
  const started = (number: number) =>
    until(`worker ${number} started`, () => platform.posted(number, 'Started'));

  afterEach(async () => {
    await workers.stopAll();
    await platform.close();
  });

  it('sends requested pings to an idle client', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1] });
    workers = new TestWorkers(pushed);
    const { port } = await workers.start(platform, ONE);
    await started(1);
    const [asked, other] = await Promise.all([
      collectEvents(port, '?enablePings=true&heartbeatSec=0.1'),
      collectEvents(port),
    ]);
    await until('pings', () => asked.payloads.filter((text) => text === 'ping').length > 1);
    expect(other.payloads).toEqual([]);
  });

  it('batches events and disconnects stalled clients by the parameters of the job', async () => {
    const parameters = [
      { name: 'svc.sse.maxChunkSize', value: '3' },
      { name: 'svc.sse.maxReadTimeMSec', value: '600000' },
      { name: 'svc.sse.maxNotWritableTimeSec', value: '1' },
    ];
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1], parameters });
    workers = new TestWorkers(pushed);
    const metricsPort = await freePort();
    const { port } = await workers.start(platform, ONE, { METRICS_PORT: String(metricsPort) });
    await started(1);
    const client = await collectEvents(port, '?enablePings=true&heartbeatSec=0.1');
    events.next('one');
    events.next('two');
    await until('a ping instead of the two', () => client.payloads.length > 0);
    expect(new Set(client.payloads)).toEqual(new Set(['ping']));
    events.next('three');
    await until('all three', () => client.payloads.includes('three'));
    expect(client.payloads.filter((text) => text !== 'ping')).toEqual(['one', 'two', 'three']);
    const slow = await slowClient(port, '');
    for (let n = 0; n < 40_000; n += 1) {
      events.next('x'.repeat(1000));
      if (n % 200 === 0) await new Promise(setImmediate);
    }
    await until('only the other one is left', async () => {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      return /^worker_clients\S* 1$/m.test(await response.text());
    });
    slow.destroy();
  });

  it('reports missed events to a client on request', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1] });
    workers = new TestWorkers(pushed);
    const { port } = await workers.start(platform, ONE);
    await started(1);
    const client = await slowClient(port, '?enableMetaMessages=true&metaMessagesSec=0.05');
    const sent = 40_000;
    for (let n = 0; n < sent; n += 1) {
      events.next('x'.repeat(1000));
      if (n % 200 === 0) await new Promise(setImmediate);
    }
    const told = /^data: \{"svc\.meta\.dropped":(\d+)\}$/gm;
    let text = '';
    client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const counts = () => ({
      read: text.split('\ndata: x').length - 1 + Number(text.startsWith('data: x')),
      missed: [...text.matchAll(told)].reduce((sum, [, count]) => sum + Number(count), 0),
    });
    await until('every event is read or told as missed', () => counts().read + counts().missed === sent);
    expect(counts().missed).toBeGreaterThan(sent / 3);
    client.destroy();
  });

  it('lets a stopping worker finish its open windows', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const source = new Subject<number>();
    const job = defineJob({
      stages: [
        (context) => source.pipe(untilStopped(context)),
        (input: Observable<number>) =>
          input.pipe(
            bufferTime(WINDOW_THAT_NEVER_CLOSES),
            map((window) => ({ window })),
          ),
      ],
    });
    workers = new TestWorkers(job);
    const first = await workers.start(platform, ONE);
    const second = await workers.start(platform, { stage: 2, workerIndex: 0, workerNumber: 2 });
    await Promise.all([started(1), started(2)]);
    const client = await collectEvents(second.port);
    await until('the stages are connected', () => second.log.some((line) => line.includes('reading from')));
    for (const n of [1, 2, 3]) source.next(n);
    await until('they have arrived', () => {
      return platform
        .posted(2, 'Noop')
        ?.payloads.some(({ data }) => data === '{"onNextCount":3,"droppedCount":0}');
    });
    second.worker.stop();
    expect(await second.exit).toBe(0);
    expect([await client.ended, client.payloads]).toEqual([undefined, ['{"window":[1,2,3]}']]);
    first.worker.stop();
    await first.exit;
    expect(source.observed).toBe(false);
  });

  it('serves metrics of the job beside its own, and counts dropped events', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1] });
    const job = defineJob({
      stages: [
        (context) => {
          context.metrics.gauge('queue_depth', 'What waits.').set(7);
          context.countRead(1000);
          return events.pipe(boundedMap(context, () => NEVER, { buffer: 2 }));
        },
      ],
    });
    workers = new TestWorkers(job);
    const metricsPort = await freePort();
    await workers.start(platform, ONE, { METRICS_PORT: String(metricsPort) });
    await started(1);
    for (let n = 0; n < 10; n += 1) events.next(n);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(text).toContain('# HELP queue_depth What waits.\n# TYPE queue_depth gauge\n');
    expect([value('queue_depth'), value('worker_input_dropped_total')]).toEqual([7, 7]);
    expect(value('worker_bytes_read_total')).toBe(1000);
    expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(2 ** 20);
    await until('the heartbeat', () =>
      platform.posted(1, 'Noop')?.payloads.some(({ data }) => data.endsWith('"droppedCount":7}')),
    );
  });

  it('follows an address of server-sent events until the worker stops', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1] });
    const clients: ServerResponse[] = [];
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: hello\ndata: connection ${clients.push(response)}\n\n`);
    });
    await listen(server, 0, '127.0.0.1');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
    const source = (context: WorkerContext) =>
      fromEventStream(url, context).pipe(map(({ event, data }) => `${event ?? ''} ${data}`));
    workers = new TestWorkers(defineJob({ stages: [source] }));
    const worker = await workers.start(platform, ONE);
    await started(1);
    const client = await collectEvents(worker.port);
    await until('it is connected', () => clients.length === 1);
    clients[0]?.end();
    await until('it comes back', () => client.payloads.includes('hello connection 2'));
    worker.worker.stop();
    await worker.exit;
    await until('it has let go', () => clients.every((one) => one.destroyed));
    server.close();
  });
});

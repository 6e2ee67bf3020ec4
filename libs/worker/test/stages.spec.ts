import { createServer } from 'node:http';
import { map, Observable, range, Subject } from 'rxjs';
import { defineJob, keyedBy } from '../src';
import { listen } from '../src/platform/http';
import { collectEvents, freePort, TestPlatform, until } from '../src/testing';
import { TestWorkers, type RunningWorker } from './test-workers';

const EACH = 500;
const place = (stage: number, workerIndex: number, workerNumber: number) => ({
  stage,
  workerIndex,
  workerNumber,
});

/** Sources whose events the tests emit, by worker number; the second stage adds its identity. */
function pushedJob() {
  const sources = new Map<number, Subject<number>>();
  const job = defineJob({
    stages: [
      ({ workerNumber }) => {
        const events = new Subject<number>();
        sources.set(workerNumber, events);
        return events;
      },
      (input: Observable<number>, { workerNumber }) => input.pipe(map((value) => `${workerNumber}:${value}`)),
    ],
  });
  const emit = (workerNumber: number, ...values: number[]) => {
    for (const value of values) sources.get(workerNumber)?.next(value);
  };
  return { workers: new TestWorkers(job), sources, emit };
}

describe('a job of two stages', () => {
  let platform: TestPlatform;
  let workers: TestWorkers;

  afterEach(async () => {
    await workers.stopAll();
    await platform.close();
  });

  const started = (worker: RunningWorker) =>
    until(`worker ${worker.number} started`, () => platform.posted(worker.number, 'Started'));
  const reads = (worker: RunningWorker, from: number) =>
    until(`worker ${worker.number} reads from ${from}`, () =>
      worker.log.some((line) => line.includes('reading from') && line.includes(`-${from} at`)),
    );

  it('passes every event of every source through exactly one worker of the next stage, and completes', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [2, 2] });
    const job = defineJob({
      stages: [
        ({ workerIndex }) => range(workerIndex * EACH, EACH),
        (input: Observable<number>) => input.pipe(map((value) => value * 2)),
      ],
    });
    workers = new TestWorkers(job);
    // Sinks and their clients first: a sink does not keep events for later clients.
    const sinks = [
      await workers.start(platform, place(2, 0, 3)),
      await workers.start(platform, place(2, 1, 4)),
    ];
    await Promise.all(sinks.map(started));
    const clients = await Promise.all(sinks.map(({ port }) => collectEvents(port)));
    const sources = [
      await workers.start(platform, place(1, 0, 1)),
      await workers.start(platform, place(1, 1, 2)),
    ];
    expect(await Promise.all([...sinks, ...sources].map(({ exit }) => exit))).toEqual([0, 0, 0, 0]);
    expect(await Promise.all(clients.map(({ ended }) => ended))).toEqual([undefined, undefined]);
    const received = clients.flatMap(({ payloads }) => payloads.map(Number)).sort((a, b) => a - b);
    expect(received).toEqual(Array.from({ length: 2 * EACH }, (_, index) => index * 2));
    for (const number of [1, 2, 3, 4]) {
      expect(platform.states(number)).toEqual(['StartInitiated', 'Started', 'Completed']);
    }
  });

  it('passes all events of a key to one worker of a keyed stage, also after its replacement', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [2, 2] });
    const sources = new Map<number, Subject<{ key: string }>>();
    const job = defineJob({
      stages: [
        ({ workerNumber }) => {
          const events = new Subject<{ key: string }>();
          sources.set(workerNumber, events);
          return events;
        },
        keyedBy(
          ({ key }: { key: string }) => key,
          (input, { workerIndex }) => input.pipe(map(({ key }) => `${key} at ${workerIndex}`)),
        ),
      ],
    });
    workers = new TestWorkers(job);
    const emitAll = () => {
      for (const source of sources.values()) {
        for (let n = 0; n < 10; n += 1) source.next({ key: `k${n}` });
      }
    };
    const running = [
      await workers.start(platform, place(1, 0, 1)),
      await workers.start(platform, place(1, 1, 2)),
      await workers.start(platform, place(2, 0, 3)),
    ];
    await Promise.all(running.map(started));
    // The keys of the second worker of the stage wait until it exists.
    emitAll();
    const last = await workers.start(platform, place(2, 1, 4));
    const clients = [await collectEvents(running[2]?.port ?? 0), await collectEvents(last.port)];
    await Promise.all([1, 2].map((from) => reads(last, from)));
    emitAll();
    const heard = () => clients.flatMap(({ payloads }) => payloads);
    await until('all events of the second round', () => heard().length >= 20);
    const places = new Set(heard());
    expect(places.size).toBe(10);
    last.worker.stop();
    await last.exit;
    const replacement = await workers.start(platform, place(2, 1, 5));
    await Promise.all([1, 2].map((from) => reads(replacement, from)));
    clients.push(await collectEvents(replacement.port));
    const before = heard().length;
    emitAll();
    await until('all of the third round', () => heard().length === before + 20);
    expect(new Set(heard())).toEqual(places);
  });

  it('divides the events between the workers of the next stage', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 2] });
    const { workers: own, emit } = pushedJob();
    workers = own;
    const sinks = [
      await workers.start(platform, place(2, 0, 2)),
      await workers.start(platform, place(2, 1, 3)),
    ];
    await workers.start(platform, place(1, 0, 1));
    await Promise.all(sinks.map((sink) => reads(sink, 1)));
    const [a, b] = await Promise.all([
      collectEvents(sinks[0]?.port ?? 0),
      collectEvents(sinks[1]?.port ?? 0),
    ]);
    emit(1, 1, 2, 3, 4);
    await until('all events', () => a.payloads.length + b.payloads.length === 4);
    expect([a.payloads.length, b.payloads.length]).toEqual([2, 2]);
    expect([...a.payloads, ...b.payloads].map((text) => text.split(':')[1]).sort()).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  it('keeps events for a next stage that has not started', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const job = defineJob({
      stages: [() => range(0, 10), (input: Observable<number>) => input.pipe(map((n) => n))],
    });
    workers = new TestWorkers(job);
    const source = await workers.start(platform, place(1, 0, 1));
    await started(source);
    const sink = await workers.start(platform, place(2, 0, 2));
    expect(await Promise.all([source.exit, sink.exit])).toEqual([0, 0]);
    expect(platform.states(2)).toEqual(['StartInitiated', 'Started', 'Completed']);
  });

  it('reports Started only when it has reached the discovery stream', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const { workers: own } = pushedJob();
    workers = own;
    const nowhere = `http://127.0.0.1:${await freePort()}/`;
    const lost = await workers.start(platform, place(2, 0, 2), { DISCOVERY_URL: nowhere });
    await until('two attempts', () => lost.log.filter((line) => line.includes('discovery')).length > 1);
    expect(platform.states(2)).toEqual(['StartInitiated']);
  });

  it('follows a replacement at another port, and keeps its connections to unchanged workers', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [2, 1] });
    const { workers: own, emit } = pushedJob();
    workers = own;
    const sink = await workers.start(platform, place(2, 0, 3));
    const [first, second] = [
      await workers.start(platform, place(1, 0, 1)),
      await workers.start(platform, place(1, 1, 2)),
    ];
    await Promise.all([reads(sink, first.number), reads(sink, second.number)]);
    const client = await collectEvents(sink.port);
    emit(1, 10);
    emit(2, 20);
    await until('both', () => client.payloads.length === 2);
    first.worker.stop();
    await first.exit;
    platform.remove(1);
    emit(2, 21);
    const replacement = await workers.start(platform, place(1, 0, 4));
    await reads(sink, replacement.number);
    emit(4, 40);
    emit(2, 22);
    await until('all five', () => client.payloads.length === 5);
    expect([...client.payloads].sort()).toEqual(['3:10', '3:20', '3:21', '3:22', '3:40']);
    expect(sink.log.filter((line) => line.includes('reading from') && line.includes('-2 at'))).toHaveLength(
      1,
    );
  });

  it('does not end when the only worker of a stage disappears without completing', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const { workers: own, sources, emit } = pushedJob();
    workers = own;
    const sink = await workers.start(platform, place(2, 0, 2));
    const source = await workers.start(platform, place(1, 0, 1));
    await reads(sink, 1);
    source.worker.stop();
    await source.exit;
    platform.remove(1);
    const replacement = await workers.start(platform, place(1, 0, 3));
    await reads(sink, 3);
    expect(platform.states(2)).toEqual(['StartInitiated', 'Started']);
    const client = await collectEvents(sink.port);
    emit(3, 7);
    sources.get(3)?.complete();
    expect(await Promise.all([sink.exit, replacement.exit])).toEqual([0, 0]);
    expect(client.payloads).toEqual(['2:7']);
  });

  it('learns of workers that completed before its start', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const { workers: own, sources } = pushedJob();
    workers = own;
    const lost = await workers.start(platform, place(2, 0, 2));
    const source = await workers.start(platform, place(1, 0, 1));
    await reads(lost, 1);
    sources.get(1)?.complete();
    expect(await Promise.all([source.exit, lost.exit])).toEqual([0, 0]);
    const replacement = await workers.start(platform, place(2, 0, 3));
    await started(replacement);
    expect(await replacement.exit).toBe(0);
    expect(platform.states(3)).toEqual(['StartInitiated', 'Started', 'Completed']);
  });

  it('keeps its streams during an outage of discovery, and finds new workers afterwards', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [2, 1] });
    const { workers: own, emit } = pushedJob();
    workers = own;
    const sink = await workers.start(platform, place(2, 0, 3));
    await workers.start(platform, place(1, 0, 1));
    await reads(sink, 1);
    const client = await collectEvents(sink.port);
    await platform.down();
    await until('it notices', () => sink.log.some((line) => line.includes('discovery')));
    emit(1, 1);
    await until('the event', () => client.payloads.length === 1);
    await platform.up();
    // The message of a controller that has just started and received no reports of workers.
    platform.send({ jobId: 'test-1', workerAssignments: {} });
    await workers.start(platform, place(1, 1, 2));
    await reads(sink, 2);
    emit(1, 2);
    emit(2, 3);
    await until('all', () => client.payloads.length === 3);
  });

  it('does not read from another worker on a reused port', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const { workers: own, emit } = pushedJob();
    workers = own;
    const sink = await workers.start(platform, place(2, 0, 2));
    await started(sink);
    const stranger = await workers.start(platform, place(1, 0, 8));
    platform.remove(8);
    await started(stranger);
    const hosts = {
      1: { state: 'Started', workerNumber: 1, workerIndex: 0, host: '127.0.0.1', port: [stranger.port] },
    };
    platform.remove(8);
    platform.send({ jobId: 'test-1', workerAssignments: { 1: { stage: 1, numWorkers: 1, hosts } } });
    await until('a refusal', () =>
      sink.log.some((line) => line.includes('cannot read from test-1-worker-0-1')),
    );
    emit(8, 1);
    expect(sink.log.some((line) => line.includes('-1 at'))).toBe(false);
  });

  it('counts invalid JSON and continues', async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1, 1] });
    const { workers: own } = pushedJob();
    workers = own;
    const broken = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {oops\n\ndata: 5\n\n');
    });
    const port = await freePort();
    await listen(broken, port, '127.0.0.1');
    const metricsPort = await freePort();
    const sink = await workers.start(platform, place(2, 0, 2), { METRICS_PORT: String(metricsPort) });
    await started(sink);
    const client = await collectEvents(sink.port);
    const hosts = {
      1: { state: 'Started', workerNumber: 1, workerIndex: 0, host: '127.0.0.1', port: [port] },
    };
    platform.send({ jobId: 'test-1', workerAssignments: { 1: { stage: 1, numWorkers: 1, hosts } } });
    await until('the good event', () => client.payloads.length === 1);
    expect(client.payloads).toEqual(['2:5']);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^worker_events_malformed_total\{.*\} 1$/m);
    expect(metrics).toMatch(/^worker_events_in_total\{.*\} 1$/m);
    broken.closeAllConnections();
    broken.close();
  });
});

import { createServer } from 'node:http';
import { map, NEVER, Observable, of, range, Subject, throwError } from 'rxjs';
import { defineJob } from '../src';
import { listen } from '../src/platform/http';
import { collectEvents, freePort, TestPlatform, until } from '../src/testing';
import { TestWorkers } from './test-workers';

/** One stage whose events the test emits. */
function pushed() {
  const events = new Subject<unknown>();
  return { events, workers: new TestWorkers(defineJob({ stages: [() => events] })) };
}

/** Connects as soon as the port is open. */
const openedSink = (port: number) =>
  until('the port is open', () => collectEvents(port).catch(() => undefined));

const ONE = { stage: 1, workerIndex: 0, workerNumber: 1 };

describe('a worker', () => {
  let platform: TestPlatform;
  let workers: TestWorkers;

  beforeEach(async () => {
    platform = await TestPlatform.start({ jobId: 'test-1', stages: [1] });
  });
  afterEach(async () => {
    await workers.stopAll();
    await platform.close();
  });

  it('reports StartInitiated, Started when its sink is readable, and Completed', async () => {
    const { events, workers: own } = pushed();
    workers = own;
    const worker = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    const client = await collectEvents(worker.port);
    events.next('plain text');
    events.next({ a: [1] });
    events.complete();
    expect(await client.ended).toBeUndefined();
    expect(client.payloads).toEqual(['plain text', '{"a":[1]}']);
    expect(await worker.exit).toBe(0);
    expect(platform.states(1)).toEqual(['StartInitiated', 'Started', 'Completed']);
    expect(platform.posted(1, 'Completed')).toMatchObject({
      jobId: 'test-1',
      stageNum: 1,
      workerIndex: 0,
      workerNumber: 1,
      type: 'INFO',
      reason: 'Normal',
      message: 'test-1-worker-0-1 completed',
    });
  });

  it('sends heartbeats with subscriptions, drops and usage', async () => {
    const { events, workers: own } = pushed();
    workers = own;
    const worker = await workers.start(platform, ONE, { METRICS_PORT: String(await freePort()) });
    const payload = (type: string) =>
      platform.posted(1, 'Noop')?.payloads.find((candidate) => candidate.type === type)?.data;
    await until('a heartbeat', () => payload('SubscriptionState') === 'false');
    const client = await collectEvents(worker.port);
    events.next(1);
    await until('a subscriber', () => payload('SubscriptionState') === 'true');
    expect(platform.posted(1, 'Noop')).toMatchObject({ type: 'HEARTBEAT', message: 'heartbeat' });
    expect(payload('IncomingDataDrop')).toBe('{"onNextCount":1,"droppedCount":0}');
    const usage = JSON.parse(payload('ResourceUsage') ?? '') as Record<string, number>;
    expect(usage.totMemUsageCurrent).toBeGreaterThan(10);
    expect(usage.totMemUsagePeak).toBeGreaterThanOrEqual(usage.totMemUsageCurrent ?? 0);
    client.close();
    await until('no subscriber', () => payload('SubscriptionState') === 'false');
  });

  it('ends streams properly when it is stopped, and reports no completion', async () => {
    workers = new TestWorkers(defineJob({ stages: [() => NEVER] }));
    const worker = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    const client = await collectEvents(worker.port);
    const before = Date.now();
    worker.worker.stop();
    expect(await worker.exit).toBe(0);
    expect(await client.ended).toBeUndefined();
    // Before a node would kill it; usually it takes less than one second.
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(platform.states(1)).toEqual(['StartInitiated', 'Started']);
  });

  it('signals its end to the pipeline', async () => {
    let signal: AbortSignal | undefined;
    let unsubscribed = false;
    const job = defineJob({
      stages: [
        (context) => {
          signal = context.signal;
          return new Observable(() => () => (unsubscribed = true));
        },
      ],
    });
    workers = new TestWorkers(job);
    const worker = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    expect([signal?.aborted, unsubscribed]).toEqual([false, false]);
    worker.worker.stop();
    await worker.exit;
    expect([signal?.aborted, unsubscribed]).toEqual([true, true]);
  });

  it.each([
    ['an error of the pipeline', () => throwError(() => new Error('boom'))],
    [
      'a pipeline that cannot be made',
      () => {
        throw new Error('boom');
      },
    ],
  ])('fails with %s', async (_what, source) => {
    workers = new TestWorkers(defineJob({ stages: [source] }));
    const worker = await workers.start(platform, ONE);
    expect(await worker.exit).toBe(1);
    expect(platform.posted(1, 'Failed')).toMatchObject({
      message: 'test-1-worker-0-1 failed. error: boom',
      reason: 'Error',
      payloads: [],
    });
  });

  it('fails when its port is taken', async () => {
    const other = createServer();
    const port = await freePort();
    await listen(other, port, '127.0.0.1');
    workers = new TestWorkers(defineJob({ stages: [() => NEVER] }));
    const worker = await workers.start(platform, { ...ONE, port });
    expect(await worker.exit).toBe(1);
    expect(platform.states(1)).toEqual(['StartInitiated', 'Failed']);
    expect(platform.posted(1, 'Failed')?.message).toMatch(/EADDRINUSE/);
    other.close();
  });

  it('fails permanently without a required parameter', async () => {
    workers = new TestWorkers(
      defineJob({ parameters: { topic: { type: 'string', required: true } }, stages: [() => NEVER] }),
    );
    const worker = await workers.start(platform, ONE);
    expect(await worker.exit).toBe(64);
    expect(platform.states(1)).toEqual(['StartInitiated', 'Failed']);
    expect(platform.posted(1, 'Failed')).toMatchObject({
      message: 'Missing required parameter: topic, check job parameter definitions.',
      payloads: [{ type: 'PermanentFailure', data: 'true' }],
    });
  });

  it('fails permanently when the submitted stages differ from the artifact', async () => {
    const job = defineJob({ stages: [() => of(1), (input) => input.pipe(map((n: number) => n + 1))] });
    workers = new TestWorkers(job);
    const worker = await workers.start(platform, ONE);
    expect(await worker.exit).toBe(64);
    expect(platform.posted(1, 'Failed')?.message).toBe(
      'The artifact defines 2 stages, the job was submitted with 1.',
    );
  });

  it('continues during an outage of the platform, and then reports everything in order', async () => {
    await platform.down();
    const { events, workers: own } = pushed();
    workers = own;
    const worker = await workers.start(platform, ONE);
    const client = await openedSink(worker.port);
    events.next('while away');
    await until('the event', () => client.payloads.length === 1);
    platform.trouble = 503;
    await platform.up();
    events.complete();
    await until('a refused post', () => worker.log.some((line) => line.includes('status post failed')));
    platform.trouble = undefined;
    expect(await worker.exit).toBe(0);
    expect(platform.states(1)).toEqual(['StartInitiated', 'Started', 'Completed']);
  });

  it('shares events between connections of one client id, and sends all to every other client', async () => {
    const { events, workers: own } = pushed();
    workers = own;
    const { port } = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    const [a, b, all] = await Promise.all([
      collectEvents(port, '?clientId=me'),
      collectEvents(port, '?clientId=me'),
      collectEvents(port),
    ]);
    for (let n = 0; n < 10; n += 1) events.next(n);
    await until('all events', () => all.payloads.length === 10);
    await until('shared events', () => a.payloads.length + b.payloads.length === 10);
    expect([a.payloads.length, b.payloads.length]).toEqual([5, 5]);
    expect([...a.payloads, ...b.payloads].sort()).toEqual(all.payloads);
  });

  it('sends a sampling client the latest event of each window', async () => {
    const { events, workers: own } = pushed();
    workers = own;
    const { port } = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    const client = await collectEvents(port, '?sampleMSec=60');
    for (let n = 0; n < 100; n += 1) events.next(n);
    await until('the sample', () => client.payloads.length > 0);
    events.next('next');
    await until('the next sample', () => client.payloads.length > 1);
    expect(client.payloads).toEqual(['99', 'next']);
  });

  it('answers unknown addresses', async () => {
    workers = new TestWorkers(defineJob({ stages: [() => NEVER] }));
    const { port } = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    const ask = async (path: string, method = 'GET') =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
    expect(await ask('/other')).toBe(404);
    expect(await ask('/', 'POST')).toBe(405);
    expect(await ask('/?sourceJobName=other')).toBe(400);
  });

  it('drops events of a slow client within bounded memory, and reports it', async () => {
    const { events, workers: own } = pushed();
    workers = own;
    const metricsPort = await freePort();
    const { port } = await workers.start(platform, ONE, { METRICS_PORT: String(metricsPort) });
    await until('started', () => platform.posted(1, 'Started'));
    // Connects and never reads: fetch returns after the head and does not consume the body.
    const slow = await fetch(`http://127.0.0.1:${port}/`);
    const before = process.memoryUsage().rss;
    let sent = 0;
    for (let turn = 0; turn < 300; turn += 1) {
      for (let n = 0; n < 200; n += 1, sent += 1) events.next('x'.repeat(1000));
      await new Promise(setImmediate);
    }
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const count = (name: string) => Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
    expect(count('worker_events_out_total')).toBe(sent);
    expect(count('worker_events_dropped_total')).toBeGreaterThan(sent / 3);
    expect(grown).toBeLessThan(60);
    await until('the heartbeat', () =>
      platform
        .posted(1, 'Noop')
        ?.payloads.some(({ data }) => data.includes(`"onNextCount":${sent},"droppedCount":`)),
    );
    await slow.body?.cancel();
  });

  it('survives clients that disconnect during a send', async () => {
    const { events, workers: own } = pushed();
    workers = own;
    const { port } = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    const emitting = setInterval(() => {
      for (let n = 0; n < 50; n += 1) events.next('x'.repeat(10_000));
    }, 1);
    for (let round = 0; round < 20; round += 1) {
      const clients = await Promise.all([
        collectEvents(port),
        collectEvents(port, '?clientId=a'),
        collectEvents(port),
      ]);
      for (const client of clients) client.close();
    }
    clearInterval(emitting);
    const client = await collectEvents(port);
    events.next('last');
    await until('the last event', () => client.payloads.includes('last'));
    expect(platform.states(1)).toEqual(['StartInitiated', 'Started']);
  });

  it('fails with an error outside the pipeline', async () => {
    workers = new TestWorkers(defineJob({ stages: [() => NEVER] }));
    const worker = await workers.start(platform, ONE);
    await until('started', () => platform.posted(1, 'Started'));
    worker.worker.fail(new Error('thrown in a timer'));
    expect(await worker.exit).toBe(1);
    expect(platform.posted(1, 'Failed')?.message).toBe('test-1-worker-0-1 failed. error: thrown in a timer');
  });

  it('handles a source that emits everything at once', async () => {
    workers = new TestWorkers(defineJob({ stages: [() => range(0, 1000)] }));
    const worker = await workers.start(platform, ONE);
    expect(await worker.exit).toBe(0);
    expect(platform.states(1)).toEqual(['StartInitiated', 'Started', 'Completed']);
  });
});

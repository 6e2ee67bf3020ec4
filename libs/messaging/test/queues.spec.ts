import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Numeric, Text, ValidationFailedError } from '@portolan/validation';
import {
  Queues,
  RedeliverLater,
  defineQueue,
  type Delivery,
  type QueueDefinition,
  type QueuesOptions,
} from '../src/index';
import { QueueConsumer, withQueue } from '../src/testing';
import { pass, until } from './until';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:16379';

class Mail {
  @Text({ max: 20 }) to!: string;
  @Numeric({ optional: true }) copies?: number;
}

describe('Queues', () => {
  const opened: { close(): Promise<void> }[] = [];
  let prefix: string;
  let errors: Error[];

  const options = (): QueuesOptions => ({
    redis: REDIS_URL,
    prefix,
    onError: (error) => errors.push(error),
    currentRequestId: () => 'request-1',
    withRequestId: (id, work) => {
      seenRequests.push(id);
      return work();
    },
  });
  const open = (own = options()): Queues => {
    const queues = new Queues(own);
    opened.push(queues);
    return queues;
  };
  const consume = <T extends object>(
    queue: QueueDefinition<T>,
    handler: (delivery: Delivery<T>) => Promise<void>,
    own = options(),
  ): QueueConsumer<T> => {
    const consumer = new QueueConsumer(own, queue, handler);
    consumer.start();
    opened.push(consumer);
    return consumer;
  };
  const depth = async (queues: Queues, queue: QueueDefinition<Mail>): Promise<number> => {
    const { wait, prioritized, delayed } = await queues.counts(queue);
    return wait + prioritized + delayed;
  };
  const sendRaw = (v: number, body: object, attempts?: number) =>
    withQueue(options(), mails(), (raw) => raw.add('mails', { v, sentAt: 1, body }, { attempts }));
  let seenRequests: (string | undefined)[];
  const mails = (attempts = 3) =>
    defineQueue({ name: 'mails', message: Mail, version: 2, attempts, backoffMs: 20 });

  beforeEach(() => {
    prefix = `test:${randomUUID()}`;
    errors = [];
    seenRequests = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await withQueue(options(), mails(), (raw) => raw.obliterate({ force: true }));
  });

  it('starts no consumer after close', async () => {
    const consumer = new QueueConsumer(options(), mails(), () => Promise.resolve());
    const closing = consumer.close();
    expect(() => consumer.start()).toThrow('closed');
    await closing;
    expect(() => consumer.start()).toThrow('closed');
  });

  it('removes messages except those that a consumer is handling', async () => {
    const queues = open();
    const got: string[] = [];
    let release: (() => void) | undefined;
    const inHand = new Promise<void>((resolve) => (release = resolve));
    await queues.send(mails(), { to: 'a' }, { id: 'held' });
    consume(mails(), async ({ id }) => {
      got.push(id);
      await inHand;
    });
    await until('taken', () => got.length === 1);
    await queues.send(mails(), { to: 'b' }, { id: 'waiting' });
    await queues.send(mails(), { to: 'c' }, { id: 'later', delayMs: 60_000 });
    expect(await queues.counts(mails())).toEqual({ wait: 1, prioritized: 0, delayed: 1, active: 1 });
    expect(await queues.remove(mails(), ['held', 'waiting', 'later'])).toEqual(['waiting', 'later']);
    release?.();
    await until('all are gone', async () => (await queues.counts(mails())).active === 0);
    expect(got).toEqual(['held']);
  });

  it('delivers a message as its class, with the request that caused it', async () => {
    const queues = open();
    const got: Delivery<Mail>[] = [];
    consume(mails(), async (delivery) => void got.push(delivery));
    await queues.send(mails(), { to: 'a', copies: 2 }, { id: 'job-1' });
    await until('delivered', () => got.length === 1);
    expect(got[0]).toMatchObject({ id: 'job-1', requestId: 'request-1', attempt: 1, last: false });
    expect(got[0]?.body).toBeInstanceOf(Mail);
    expect(got[0]?.body).toEqual({ to: 'a', copies: 2 });
    expect(seenRequests).toEqual(['request-1']);
  });

  it('carries the trace of a message to its handler, and measures Redis and the handler', async () => {
    const told: string[] = [];
    const traces: (string | undefined)[] = [];
    const own: QueuesOptions = {
      redis: REDIS_URL,
      prefix,
      onError: (error) => errors.push(error),
      tracing: {
        sending: (queue, parent) =>
          parent === undefined
            ? undefined
            : { traceparent: `${parent}-${queue}`, end: (error) => void told.push(`ended ${String(error)}`) },
        handling: (_queue, { traceparent }, work) => {
          traces.push(traceparent);
          return work();
        },
      },
      observer: {
        asked: (operation, seconds, ok) => void told.push(`${operation} ${ok} ${seconds > 0}`),
        handled: (queue, outcome, seconds) => void told.push(`${queue} ${outcome} ${seconds > 0}`),
      },
    };
    const queues = open(own);
    consume(
      mails(1),
      async ({ body, attempt }) => {
        if (body.to === 'b' && attempt === 1) throw new Error('no');
      },
      own,
    );
    await queues.send(mails(1), { to: 'a', copies: 1 }, { traceparent: 'trace' });
    await until('delivered', () => traces.length === 1);
    // Without a trace: sent by an earlier release, or untraced.
    await queues.sendAll(mails(1), [{ body: { to: 'b', copies: 1 } }]);
    await until('both handled', () => told.includes('mails failed true'));
    expect(traces).toEqual(['trace-mails', undefined]);
    expect(told.sort()).toEqual([
      'ended undefined',
      'mails done true',
      'mails failed true',
      'send true true',
      'send true true',
    ]);
  });

  it('refuses to send an invalid message', async () => {
    const queues = open();
    await expect(queues.send(mails(), { to: 'x'.repeat(21) })).rejects.toThrow(ValidationFailedError);
    expect(await depth(queues, mails())).toBe(0);
  });

  it('counts the consumers of a queue in all processes', async () => {
    const one = open();
    expect(await one.listeners(mails())).toBe(0);
    const consumer = consume(mails(), () => Promise.resolve());
    await until('it is counted', async () => (await one.listeners(mails())) === 1);
    await consumer.close();
    await until('it is gone', async () => (await one.listeners(mails())) === 0);
  });

  it('drops an unreadable message with an error and continues with the next', async () => {
    const queues = open();
    const got: string[] = [];
    await sendRaw(2, { to: 7 }, 5);
    await queues.send(mails(), { to: 'good' });
    consume(mails(), async ({ body }) => void got.push(body.to));
    await until('the good one came', () => got.length === 1);
    await until('the bad one is gone', async () => (await depth(queues, mails())) === 0);
    expect([got, errors.map((error) => error.message)]).toEqual([
      ['good'],
      [expect.stringContaining('mails: ')],
    ]);
  });

  it('puts a message of another version back for a release that can read it', async () => {
    const queues = open();
    const got: string[] = [];
    const older = consume(mails(), async ({ body }) => void got.push(body.to));
    await sendRaw(3, { to: 'later' });
    await until('it waits for its time', async () => (await queues.counts(mails())).delayed === 1);
    expect([got, errors]).toEqual([[], []]);
    // The old release has ended, because the choice between two consumers is random.
    await older.close();
    consume({ ...mails(), version: 3 }, async ({ body }) => void got.push(`newer ${body.to}`));
    await until('read', () => got.length === 1);
    expect(got).toEqual(['newer later']);
  });

  it('during a rolling update, handles each message once by a release that can read it', async () => {
    const [old, renewed] = [open(), open()];
    const got: string[] = [];
    const version2 = mails();
    // The next release adds `copies` to the address, and still reads messages of the previous release.
    const version3 = defineQueue({
      ...version2,
      version: 3,
      reads: [2, 3],
      upgrade: (body) => ({ to: `${(body as Mail).to} x${(body as Mail).copies ?? 1}` }),
    });
    const older = consume(version2, async ({ body }) => void got.push(`old ${body.to}`));
    consume(version3, async ({ body }) => void got.push(`new ${body.to}`));
    await renewed.send(version3, { to: 'c' });
    await old.send(version2, { to: 'a', copies: 2 });
    await until('the message that both can read is handled', () => got.some((one) => one.includes(' a')));
    // The update ends: by chance, the old release could take the newer message again and again.
    await older.close();
    await until('both are handled', () => got.length === 2);
    expect(got).toContain('new c');
    expect(got.filter((one) => one === 'old a' || one === 'new a x2')).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('reads messages of an older release and drops inconvertible ones', async () => {
    const queues = open();
    await queues.send(mails(), { to: 'a', copies: 2 });
    await sendRaw(2, { to: 'x'.repeat(20) });
    const upgrade = (body: unknown): unknown => ({ to: `${(body as Mail).to} x${(body as Mail).copies}` });
    const got: string[] = [];
    const newer = defineQueue({ ...mails(), version: 3, reads: [2, 3], upgrade });
    consume(newer, async ({ body }) => void got.push(body.to));
    await until('read', () => got.length === 1);
    await until('the other is gone', async () => (await depth(queues, newer)) === 0);
    expect(got).toEqual(['a x2']);
  });

  it('redelivers a message that was put back without counting a failure', async () => {
    const queues = open();
    const attempts: number[] = [];
    consume(mails(2), async ({ attempt, last }) => {
      attempts.push(attempt);
      expect(last).toBe(false);
      if (attempts.length < 6) throw new RedeliverLater(20);
    });
    await queues.send(mails(2), { to: 'a' });
    await until('sixth delivery', () => attempts.length === 6);
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
    expect(errors).toEqual([]);
  });

  it('retries a failing message up to the limit of its queue and marks the last attempt', async () => {
    const queues = open();
    const tries: [number, boolean][] = [];
    consume(mails(3), async ({ attempt, last }) => {
      tries.push([attempt, last]);
      throw new Error('no');
    });
    await queues.send(mails(3), { to: 'a' });
    await until('three failures', () => errors.length === 3);
    await pass(100);
    expect(tries).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('queues an id only once, and accepts it again after it is done', async () => {
    const queues = open();
    const got: string[] = [];
    for (const to of ['a', 'b']) await queues.send(mails(), { to }, { id: 'same' });
    expect(await depth(queues, mails())).toBe(1);
    consume(mails(), async ({ body }) => void got.push(body.to));
    await until('first', () => got.length === 1);
    await until('removed', async () => (await queues.counts(mails())).active === 0);
    await queues.send(mails(), { to: 'c' }, { id: 'same' });
    await until('second', () => got.length === 2);
    expect(got).toEqual(['a', 'c']);
  });

  it('consumes nothing while paused, also when the handler pauses it, and loses no message', async () => {
    const queues = open();
    const got: string[] = [];
    const consumer = consume(mails(), async ({ body }) => {
      got.push(body.to);
      if (got.length % 2 === 0) consumer.hold();
    });
    await queues.sendAll(
      mails(),
      ['a', 'b', 'c', 'd', 'e'].map((to) => ({ body: { to } })),
    );
    await until('two', () => got.length === 2);
    await pass(300);
    expect(got).toEqual(['a', 'b']);
    consumer.resume();
    await until('four', () => got.length === 4);
    await pass(300);
    expect(got).toHaveLength(4);
    consumer.resume();
    await until('all', () => got.length === 5);
    expect(got).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('delivers a message again soon after the process that was handling it was killed', async () => {
    const program = `
      const { QueueConsumer } = require('./src/testing');
      const { defineQueue } = require('./src/index');
      const queue = defineQueue({ name: 'mails', message: Object, version: 2 });
      const options = { redis: ${JSON.stringify(REDIS_URL)}, prefix: ${JSON.stringify(prefix)}, onError: console.error };
      new QueueConsumer(options, queue, () => new Promise(() => console.log('got it'))).start();`;
    const register = join(__dirname, '../../node/test/register.cjs');
    const child = spawn(process.execPath, ['--conditions=@portolan/source', '-r', register, '-e', program], {
      cwd: join(__dirname, '..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await open().send(mails(), { to: 'ann' });
      await once(child.stdout, 'data', { signal: AbortSignal.timeout(180_000) });
    } finally {
      child.kill('SIGKILL');
    }
    const received: string[] = [];
    consume(mails(), ({ body }) => Promise.resolve(void received.push(body.to)));
    await until('it is delivered again', () => received.length > 0);
    expect(received).toEqual(['ann']);
  });

  it('finishes current messages before it closes', async () => {
    const queues = open();
    const done: string[] = [];
    const consumer = consume(mails(), async ({ body }) => {
      await pass(150);
      done.push(body.to);
    });
    await queues.send(mails(), { to: 'a' });
    await until('taken', () => seenRequests.length === 1);
    await consumer.close();
    expect(done).toEqual(['a']);
  });

  it('schedules by a pattern, each message with its scheduled time', async () => {
    const tenths = defineQueue({
      name: 'tenths',
      message: Mail,
      version: 1,
      nextTime: (pattern, timeZone, after) =>
        pattern === '3 tenths' && timeZone === 'UTC' ? (Math.floor(after / 300) + 1) * 300 : undefined,
    });
    const queues = open();
    const times: number[] = [];
    consume(tenths, async ({ scheduledFor = 0 }) => void times.push(scheduledFor));
    await queues.schedule(tenths, { id: 'b', pattern: '3 tenths', timeZone: 'UTC' }, { to: 'b' });
    await until('three', () => times.length >= 3);
    // A busy machine may skip times of the pattern.
    expect(times.map((time) => time % 300)).toEqual(times.map(() => 0));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    const [known] = await queues.schedules(tenths);
    expect(known).toMatchObject({ id: 'b', pattern: '3 tenths', timeZone: 'UTC' });
    expect(known?.next).toBeGreaterThan(times[2] ?? Infinity);
    await queues.unschedule(tenths, 'b');
    await withQueue(options(), tenths, (raw) => raw.obliterate({ force: true }));
  });

  it('schedules once for any number of replicas, until unscheduled', async () => {
    const [one, two] = [open(), open()];
    const got: number[] = [];
    await Promise.all(
      [one, two].map((queues) => queues.schedule(mails(), { id: 'tick', everyMs: 200 }, { to: 'tick' })),
    );
    expect((await one.schedules(mails())).map(({ id }) => id)).toEqual(['tick']);
    // The id of a message ends with its time.
    const note = async ({ id }: Delivery<Mail>) => void got.push(Number(id.split(':').at(-1)));
    consume(mails(), note);
    consume(mails(), note);
    await until('a few', () => got.length >= 4);
    await two.unschedule(mails(), 'tick');
    const none = { wait: 0, prioritized: 0, delayed: 0, active: 0 };
    await until('nothing is left', async () => isDeepStrictEqual(await one.counts(mails()), none));
    expect(await one.schedules(mails())).toEqual([]);
    // Each time at most once, and no time between two of them.
    expect(new Set(got).size).toBe(got.length);
    const [first = 0] = got;
    expect(got.map((time) => (time - first) % 200)).toEqual(got.map(() => 0));
  });

  it('fails to send while Redis is unavailable and after close', async () => {
    const away = new Queues({ redis: 'redis://127.0.0.1:1', prefix, onError: () => undefined });
    // Without its own limit the command would wait for ever.
    await expect(away.send(mails(), { to: 'a' })).rejects.toThrow();
    await away.close();
    await expect(away.send(mails(), { to: 'a' })).rejects.toThrow('closed');
  });
});

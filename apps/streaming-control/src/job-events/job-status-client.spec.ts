import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { BehaviorSubject } from 'rxjs';
import type { WebSocket } from 'ws';
import { eventually } from '@portolan/service/testing';
import type { JobEventEntity } from '../jobs/job.entity';
import { JobStatusClient } from './job-status-client';

/** A connection whose peer reads on demand of the test. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  /** Sequences of events, texts of pings, and the reason of the close. */
  readonly heard: unknown[] = [];
  reads = true;
  private readonly waiting: (() => void)[] = [];

  send(text: string, written: () => void): void {
    this.heard.push((JSON.parse(text) as { status: { number: number } }).status.number);
    if (this.reads) return;
    // One event fills the connection.
    this.bufferedAmount += 2 << 20;
    this.waiting.push(written);
  }

  ping(text: string): void {
    this.heard.push(text);
  }

  close(code: number, reason: string): void {
    this.heard.push([code, reason]);
  }

  drain(): void {
    this.bufferedAmount = 0;
    for (const written of this.waiting.splice(0)) written();
  }
}

/** A client of a job with earlier events. @param replay number of earlier events that it receives */
async function follow(had: number, replay = 100) {
  const news = new BehaviorSubject<number | undefined>(had);
  let first = 1;
  const between = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map(
      (sequence) => ({ jobId: 'a-1', sequence, event: { number: sequence } }) as unknown as JobEventEntity,
    );
  const rows = {
    latest: async (limit: number) =>
      between(Math.max(first, (news.value ?? 0) + 1 - limit), (news.value ?? 0) + 1),
    after: async (passed: number, limit: number) => {
      if (outage.reads-- > 0) throw new Error('no database');
      const from = Math.max(first, passed + 1);
      return between(from, Math.min(from + limit, (news.value ?? 0) + 1));
    },
    news,
    retryMs: 1,
  };
  const outage = { reads: 0 };
  const socket = new SlowSocket();
  const dropped: number[] = [];
  const failures: unknown[] = [];
  const traffic = { dropped: (messages: number) => void dropped.push(messages) };
  const client = new JobStatusClient(socket as unknown as WebSocket, rows, replay, traffic, (error) =>
    failures.push(error),
  );
  const settle = async () => {
    for (let i = 0; i < 20; i += 1) await turn();
    expect(failures).toEqual([]);
  };
  await settle();
  const happen = async (newest: number) => {
    news.next(newest);
    await settle();
  };
  const drain = async () => {
    socket.drain();
    await settle();
  };
  return {
    client,
    news,
    socket,
    dropped,
    happen,
    drain,
    removeBefore: (sequence: number) => void (first = sequence),
    /** Lets some reads fail. */
    breakReads: (reads: number) => void (outage.reads = reads),
    failures,
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('a client of the job status stream', () => {
  it('gets recent events, then every one of a burst while it reads', async () => {
    const { socket, dropped, happen } = await follow(30, 25);
    expect(socket.heard).toEqual(numbers(6, 30));
    await happen(330);
    expect([socket.heard, dropped]).toEqual([numbers(6, 330), []]);
  });

  it('[V1-STREAM-11] keeps the newest 100 events while it is slow, and gets the number of lost ones', async () => {
    const { client, socket, dropped, happen, drain } = await follow(0);
    socket.reads = false;
    await happen(1);
    await happen(101);
    expect(dropped).toEqual([]);
    await happen(103);
    await happen(250);
    expect([socket.heard, dropped]).toEqual([[1], [2, 147]]);
    socket.reads = true;
    await drain();
    expect(socket.heard).toEqual([
      1,
      '149 messages dropped, this connection is too slow',
      ...numbers(151, 250),
    ]);
    client.end();
    expect(socket.heard.at(-1)).toEqual([1001, '149 messages dropped']);
  });

  it('[V1-STREAM-11] loses events beyond 100 when it becomes slow in the middle of a burst', async () => {
    const { socket, dropped, happen, drain } = await follow(0);
    socket.reads = false;
    await happen(400);
    expect([socket.heard, dropped]).toEqual([[1], [299]]);
    await drain();
    // The connection is full again after one more event.
    expect(socket.heard.slice(1)).toEqual(['299 messages dropped, this connection is too slow', 301]);
    expect(dropped).toEqual([299]);
  });

  it('[V1-STREAM-1] gets the last event of a job even when it could not be read at once', async () => {
    const { socket, failures, news, breakReads } = await follow(3);
    breakReads(2);
    news.next(4);
    await eventually('the event is sent', () => socket.heard.length === 4);
    expect([socket.heard, failures.length]).toEqual([numbers(1, 4), 2]);
  });

  it('[V1-STREAM-11] gets a report of events removed by retention, too', async () => {
    const { socket, dropped, happen, drain, removeBefore } = await follow(0);
    socket.reads = false;
    await happen(50);
    removeBefore(41);
    socket.reads = true;
    await drain();
    expect(socket.heard).toEqual([1, '39 messages dropped, this connection is too slow', ...numbers(41, 50)]);
    expect(dropped).toEqual([39]);
  });
});

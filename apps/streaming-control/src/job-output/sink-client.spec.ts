import type { OpenStream } from '../streams/open-streams.service';
import type { FrameBatch } from './frame-splitter';
import { SinkClient } from './sink-client';
import type { SinkOutlet } from './sink-outlet';

/** A connection that takes one batch at a time. */
class NarrowOutlet implements SinkOutlet {
  readonly heard: string[] = [];
  drain: () => void = () => undefined;

  begin = (): void => void this.heard.push('begin');
  end = (): void => void this.heard.push('end');
  keepAlive = (): void => undefined;
  say = (payload: string): void => void this.heard.push(payload);
  refuse = (reason: string): void => void this.heard.push(`refused: ${reason}`);
  remark = (text: string): void => void this.heard.push(`: ${text}`);
  reportDropped = (count: number, cause: string): void => void this.heard.push(`lost ${count}, ${cause}`);
  onDrain = (listener: () => void): void => void (this.drain = listener);
  onClose = (): void => undefined;

  write({ bytes }: FrameBatch): boolean {
    this.heard.push(bytes.toString().trim());
    return false;
  }
}

describe('a slow client of output', () => {
  const open = (maxBytes: number) => {
    const streams = new Set<OpenStream>();
    const outlet = new NarrowOutlet();
    const dropped: number[] = [];
    const sent: number[] = [];
    const traffic = {
      sent: (messages: number) => void sent.push(messages),
      dropped: (messages: number) => void dropped.push(messages),
    };
    const client = new SinkClient(
      outlet,
      { add: (one) => streams.add(one), remove: (one) => streams.delete(one) },
      maxBytes,
      traffic,
    );
    return { client, outlet, dropped, sent };
  };
  const batch = (...payloads: string[]): FrameBatch => ({
    bytes: Buffer.from(payloads.map((payload) => `data: ${payload}\n\n`).join('')),
    messages: payloads.length,
  });

  it('gets the messages that fit and a report of the rest, lost reports included', () => {
    const { client, outlet, dropped, sent } = open(20);
    client.offer(batch('a'));
    client.offer(batch('b'));
    client.offer(batch('c', '{"svc.meta.dropped":40}'));
    client.offer(batch('d'));
    client.offer(batch('e'));
    expect([outlet.heard, dropped]).toEqual([['data: a'], [2, 1]]);
    for (let left = 3; left > 0; left -= 1) outlet.drain();
    expect(outlet.heard.slice(1)).toEqual(['data: b', 'data: d', 'lost 42, slow']);
    expect(sent).toEqual([1, 1, 1]);
  });

  it('gets a report of oversized messages, at once or as soon as there is room', () => {
    const { client, outlet, dropped } = open(40);
    client.missed(1000);
    client.offer(batch('a'));
    client.missed(1000);
    client.missed(1000);
    expect(outlet.heard).toEqual(['lost 1, too-large', 'data: a']);
    outlet.drain();
    expect(outlet.heard.slice(2)).toEqual(['lost 2, too-large']);
    expect(dropped).toEqual([1, 1, 1]);
  });

  it('signals when its buffer is full, and when it has room again', () => {
    const { client, outlet } = open(40);
    const room: string[] = [];
    client.onRoom = () => room.push(`after ${outlet.heard.length}`);
    for (const payload of ['a', 'b', 'c', 'd', 'e']) client.offer(batch(payload));
    expect([client.isFull, room]).toEqual([true, []]);
    outlet.drain();
    expect(client.isFull).toBe(true);
    outlet.drain();
    expect([client.isFull, room]).toEqual([false, ['after 3']]);
  });

  it('gets no data after a refusal', () => {
    const { client, outlet } = open(40);
    client.refuse('no such filter');
    client.offer(batch('a'));
    client.begin();
    client.end();
    expect(outlet.heard).toEqual(['refused: no such filter']);
  });
});

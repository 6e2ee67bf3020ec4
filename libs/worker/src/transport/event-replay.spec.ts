import type { Member } from './audience';
import { EventReplay } from './event-replay';

class Client implements Member {
  readonly frames: string[] = [];
  offer(frame: string): boolean {
    this.frames.push(frame);
    return true;
  }
  takeUnsent = (): string[] => [];
  missed = (): void => undefined;
}

const frame = (n: number): string => `data: ${n}\n\n`;
const numbered = (n: number): string => `id: w:${n}\n${frame(n)}`;

describe('EventReplay', () => {
  let replay: EventReplay;
  /** Publishes events, as their numbers, to members. */
  const publish = (to: readonly Member[], ...numbers: number[]): void => {
    for (const n of numbers) {
      replay.push(frame(n));
      for (const member of to) member.offer(frame(n));
    }
  };
  beforeEach(() => {
    jest.useFakeTimers();
    replay = new EventReplay('w', { frames: 8, length: 1000 });
  });
  afterEach(() => jest.useRealTimers());

  it('[V1-STREAM-15] sends a new client the position where it begins, and numbers the following events', () => {
    publish([], 1, 2);
    const client = new Client();
    publish([replay.join(client, undefined)], 3, 4);
    expect(client.frames).toEqual(['id: w:2\n\n', numbered(3), numbered(4)]);
  });

  it('[V1-STREAM-15] sends a returning client the events that it missed, as far as they are kept', () => {
    replay.join(new Client(), undefined);
    publish([], 1, 2, 3);
    replay.leave();
    jest.advanceTimersByTime(59_000);
    publish([], 4, 5, 6);
    const [soon, late] = [new Client(), new Client()];
    replay.join(soon, 4);
    replay.join(late, 1);
    expect(soon.frames).toEqual([5, 6].map(numbered));
    // Half of a client's queue is kept: four events.
    expect(late.frames).toEqual([3, 4, 5, 6].map(numbered));
  });

  it('[V1-STREAM-15] returns ids without the colons and commas of the name of a cluster', () => {
    replay = new EventReplay('a:b,c-1-worker-0-2', { frames: 8, length: 1000 });
    const client = new Client();
    replay.join(client, undefined);
    expect(client.frames).toEqual(['id: a%3Ab%2Cc-1-worker-0-2:0\n\n']);
  });

  it('[V1-STREAM-15] sends nothing twice to a client that has got everything', () => {
    replay.join(new Client(), undefined);
    publish([], 1, 2);
    const client = new Client();
    replay.join(client, 2);
    replay.join(client, 9);
    expect(client.frames).toEqual([]);
  });

  it('[V1-STREAM-15] keeps events for a minute after its last client has left', () => {
    replay.join(new Client(), undefined);
    replay.leave();
    publish([], 1);
    jest.advanceTimersByTime(60_001);
    publish([], 2);
    const client = new Client();
    replay.join(client, 0);
    expect(client.frames).toEqual([]);
    publish([], 3);
    replay.join(client, 0);
    expect(client.frames).toEqual([numbered(3)]);
  });
});

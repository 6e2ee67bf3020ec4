import { Audience, type Member } from './audience';
import { FrameQueue } from './frame-queue';

class Client implements Member {
  readonly taken: string[] = [];
  missedCount = 0;
  constructor(private readonly room = Number.POSITIVE_INFINITY) {}
  offer(frame: string): boolean {
    return this.taken.length < this.room && this.taken.push(frame) > 0;
  }
  takeUnsent(): string[] {
    return this.taken.splice(0);
  }
  missed(): void {
    this.missedCount += 1;
  }
}

const limits = { frames: 3, length: 1000 };
const publish = (audience: Audience, ...frames: string[]) =>
  frames.forEach((frame) => audience.publish(frame));

describe('Audience', () => {
  it('gives every event to each client without a group', () => {
    const audience = new Audience();
    const [a, b] = [new Client(), new Client()];
    audience.join(a);
    audience.join(b);
    publish(audience, '1', '2');
    expect([a.taken, b.taken]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });

  it('gives each event to exactly one client of a group, in turn', () => {
    const audience = new Audience();
    const [a, b, other] = [new Client(), new Client(), new Client()];
    audience.join(a, 'g');
    audience.join(b, 'g');
    audience.join(other, 'h');
    publish(audience, '1', '2', '3', '4');
    expect([a.taken, b.taken, other.taken]).toEqual([
      ['1', '3'],
      ['2', '4'],
      ['1', '2', '3', '4'],
    ]);
  });

  it('passes by a client of a group that has no room', () => {
    const audience = new Audience();
    const [full, free] = [new Client(1), new Client()];
    audience.join(full, 'g');
    audience.join(free, 'g');
    publish(audience, '1', '2', '3', '4');
    expect([full.taken, free.taken, audience.dropped]).toEqual([['1'], ['2', '3', '4'], 0]);
  });

  it('counts a drop for each client or group that had no room', () => {
    const audience = new Audience();
    audience.join(new Client(1));
    audience.join(new Client(2));
    audience.join(new Client(0), 'g');
    publish(audience, '1', '2', '3');
    expect(audience.dropped).toBe(2 + 1 + 3);
  });

  it('gives what a leaving client had not sent to the others of its group', () => {
    const audience = new Audience();
    const [a, b] = [new Client(), new Client()];
    const leave = audience.join(a, 'g');
    audience.join(b, 'g');
    publish(audience, '1', '2', '3');
    leave();
    leave();
    publish(audience, '4');
    expect([b.taken, audience.dropped]).toEqual([['2', '1', '3', '4'], 0]);
  });

  it('keeps the events of the lasting group for its first client, within its limits', () => {
    const audience = new Audience('next', limits);
    publish(audience, '1', '2', '3', '4');
    expect([audience.waiting, audience.dropped]).toEqual([3, 1]);
    const [a, b] = [new Client(), new Client()];
    const leave = audience.join(a, 'next');
    audience.join(b, 'next');
    expect([a.taken, b.taken, audience.waiting]).toEqual([['1', '2', '3'], [], 0]);
    leave();
    expect(b.taken).toEqual(['1', '2', '3']);
  });

  it('keeps again what the last client of the lasting group leaves unsent', () => {
    const audience = new Audience('next', limits);
    const leave = audience.join(new Client(), 'next');
    publish(audience, '1', '2');
    leave();
    publish(audience, '3');
    const late = new Client();
    audience.join(late, 'next');
    expect([late.taken, audience.dropped]).toEqual([['1', '2', '3'], 0]);
  });

  it('asks nobody about events when nobody is there', () => {
    const audience = new Audience();
    publish(audience, '1');
    expect(audience.dropped).toBe(0);
  });
});

describe('FrameQueue', () => {
  it('refuses what exceeds its number of frames or their length', () => {
    const queue = new FrameQueue({ frames: 3, length: 10 });
    expect(['12345', '12345', '1'].map((frame) => queue.push(frame))).toEqual([true, true, false]);
    expect([queue.take(1), queue.size]).toEqual(['12345', 1]);
    expect(['a', 'b', 'c'].map((frame) => queue.push(frame))).toEqual([true, true, false]);
  });

  it('lets a frame through that alone is over the limit', () => {
    const queue = new FrameQueue({ frames: 3, length: 2 });
    expect([queue.push('long'), queue.push('x'), queue.take(100), queue.push('x')]).toEqual([
      true,
      false,
      'long',
      true,
    ]);
  });

  it('gives frames in order, over thousands of pushes and takes', () => {
    const queue = new FrameQueue({ frames: 5000, length: 1_000_000 });
    let taken = '';
    const all = Array.from({ length: 10_000 }, (_, index) => `${index};`);
    all.forEach((frame, index) => {
      queue.push(frame);
      if (index % 3 === 0) taken += queue.take(7);
    });
    taken += queue.takeAll().join('');
    expect(taken).toBe(all.join(''));
    expect([queue.size, queue.take(10)]).toEqual([0, '']);
  });

  it('tells who missed an event: each client of its own, one of a group for all', () => {
    const audience = new Audience();
    const [full, free, one, other] = [new Client(1), new Client(), new Client(1), new Client(1)];
    audience.join(full);
    audience.join(free);
    audience.join(one, 'g');
    audience.join(other, 'g');
    publish(audience, '1', '2', '3');
    expect([full.missedCount, free.missedCount]).toEqual([2, 0]);
    expect(one.missedCount + other.missedCount).toBe(1);
    expect(audience.dropped).toBe(3);
  });
});

import { Audience, type Member } from './audience';
import { FrameQueue } from './frame-queue';

class Client implements Member {
  readonly taken: string[] = [];
  missedCount = 0;
  constructor(
    private readonly room = Number.POSITIVE_INFINITY,
    readonly slotId?: string,
  ) {}
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
  it('sends every event to each client without a group', () => {
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

  it('sends each event to exactly one client of a group, in turn', () => {
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

  it('skips a client of a group without room', () => {
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

  it('passes the unsent events of a leaving client to the others of its group', () => {
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
    const audience = new Audience({ name: 'next', keep: limits });
    publish(audience, '1', '2', '3', '4');
    expect([audience.waiting, audience.dropped]).toEqual([3, 1]);
    const [a, b] = [new Client(), new Client()];
    const leave = audience.join(a, 'next');
    audience.join(b, 'next');
    expect([a.taken, b.taken, audience.waiting]).toEqual([['1', '2', '3'], [], 0]);
    leave();
    expect(b.taken).toEqual(['1', '2', '3']);
  });

  it('keeps the unsent events of the last client of the lasting group', () => {
    const audience = new Audience({ name: 'next', keep: limits });
    const leave = audience.join(new Client(), 'next');
    publish(audience, '1', '2');
    leave();
    publish(audience, '3');
    const late = new Client();
    audience.join(late, 'next');
    expect([late.taken, audience.dropped]).toEqual([['1', '2', '3'], 0]);
  });

  it('does not evaluate events without clients', () => {
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

  it('accepts an oversized frame in an empty queue', () => {
    const queue = new FrameQueue({ frames: 3, length: 2 });
    expect([queue.push('long'), queue.push('x'), queue.take(100), queue.push('x')]).toEqual([
      true,
      false,
      'long',
      true,
    ]);
  });

  it('returns frames in order, over thousands of pushes and takes', () => {
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

  it('reports a missed event to each client without a group, and to one client of a group', () => {
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

  describe('that divides frames by key', () => {
    const keys = { of: (frame: string) => frame.split(' ')[0] ?? '', members: 2 };
    const divided = (frames = 1000) =>
      new Audience({ name: 'next', keep: { frames, length: 100_000 }, keys });
    const member = (slot: string, room?: number) => new Client(room, slot);
    const frames = Array.from({ length: 60 }, (_, index) => `k${index % 20} ${index}`);
    const keysOf = ({ taken }: Client) => new Set(taken.map(keys.of));

    it('sends all events of a key to the same member, and some keys to each', () => {
      const audience = divided();
      const [a, b] = [member('0'), member('1')];
      audience.join(a, 'next');
      audience.join(b, 'next');
      publish(audience, ...frames);
      expect([...a.taken, ...b.taken].sort()).toEqual([...frames].sort());
      expect([...keysOf(a)].filter((key) => keysOf(b).has(key))).toEqual([]);
      expect(Math.min(keysOf(a).size, keysOf(b).size)).toBeGreaterThan(3);
    });

    it('assigns the keys of a member to its replacement, with its unsent events', () => {
      const audience = divided();
      const [a, b, next] = [member('0'), member('1'), member('1')];
      audience.join(a, 'next');
      const leave = audience.join(b, 'next');
      publish(audience, ...frames);
      const keysOfB = keysOf(b);
      audience.join(next, 'next');
      leave();
      expect(keysOf(next)).toEqual(keysOfB);
      next.taken.length = 0;
      publish(audience, ...frames);
      expect(keysOf(next)).toEqual(keysOfB);
    });

    it('assigns only keys of others to a new member, and moves no other key', () => {
      const audience = divided();
      const [a, b, c] = [member('0'), member('1'), member('2')];
      audience.join(a, 'next');
      audience.join(b, 'next');
      publish(audience, ...frames);
      const [beforeA, beforeB] = [keysOf(a), keysOf(b)];
      a.taken.length = b.taken.length = 0;
      audience.join(c, 'next');
      publish(audience, ...frames);
      expect(keysOf(c).size).toBeGreaterThan(0);
      const moved = [...keysOf(a)].filter((key) => !beforeA.has(key));
      moved.push(...[...keysOf(b)].filter((key) => !beforeB.has(key)));
      expect(moved).toEqual([]);
    });

    it('waits for all expected members while the limits allow', () => {
      const audience = divided(50);
      const [a, b] = [member('0'), member('1')];
      audience.join(a, 'next');
      publish(audience, ...frames.slice(0, 40));
      expect([a.taken, audience.waiting]).toEqual([[], 40]);
      audience.join(b, 'next');
      expect([a.taken.length + b.taken.length, audience.waiting]).toEqual([40, 0]);
      const alone = divided(50);
      const c = member('0');
      alone.join(c, 'next');
      publish(alone, ...frames);
      expect([c.taken.length, alone.waiting, alone.dropped]).toEqual([60, 0, 0]);
      const late = divided();
      const d = member('0');
      late.join(d, 'next');
      publish(late, 'k1');
      late.release();
      expect(d.taken).toEqual(['k1']);
    });

    it('drops events that their member has no room for', () => {
      const audience = divided();
      const [a, b] = [member('0', 1), member('1', 1)];
      audience.join(a, 'next');
      audience.join(b, 'next');
      publish(audience, 'k1 a', 'k1 b', 'k1 c');
      expect([a.taken.length + b.taken.length, a.missedCount + b.missedCount, audience.dropped]).toEqual([
        1, 2, 2,
      ]);
    });
  });
});

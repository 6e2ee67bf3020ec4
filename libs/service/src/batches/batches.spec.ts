import { Batches, KeyedBatches } from './batches';

/** Work that ends on request, and records its batches. */
function work(fail: (items: readonly number[]) => Error | undefined = () => undefined) {
  const seen: number[][] = [];
  const ends: (() => void)[] = [];
  return {
    seen,
    end: async (): Promise<void> => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    work: async (items: readonly number[]) => {
      seen.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      const error = fail(items);
      if (error !== undefined) throw error;
      return items.map((item) => item * 10);
    },
  };
}

const bad = new Error('bad');

describe('batches', () => {
  it('start with the first item at once and process later ones together', async () => {
    const { seen, end, work: run } = work();
    const batches = new Batches({ work: run, limit: 2 });
    const results = [1, 2, 3, 4].map((item) => batches.add(item));
    expect(seen).toEqual([[1]]);
    await end();
    expect(seen).toEqual([[1], [2, 3]]);
    await end();
    await end();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
    const later = batches.add(5);
    await end();
    expect(await later).toBe(50);
  });

  it('are worked on so many at a time as they may', async () => {
    const { seen, end, work: run } = work();
    const batches = new Batches({ work: run, concurrency: 2 });
    const results = [1, 2, 3, 4].map((item) => batches.add(item));
    expect(seen).toEqual([[1], [2]]);
    await end();
    expect(seen).toEqual([[1], [2], [3, 4]]);
    await end();
    await end();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
  });

  it('let only the item fail that is at fault', async () => {
    const { end, work: run } = work((items) => (items.includes(3) ? bad : undefined));
    const batches = new Batches({ work: run, isolate: (error) => error === bad });
    const results = Promise.allSettled([1, 2, 3, 4].map((item) => batches.add(item)));
    for (let step = 0; step < 6; step++) await end();
    expect(await results).toMatchObject([{ value: 10 }, { value: 20 }, { reason: bad }, { value: 40 }]);
  });

  it('fail together when the fault is not of one item', async () => {
    const { seen, end, work: run } = work(() => new Error('away'));
    const batches = new Batches({ work: run, isolate: () => false });
    const results = Promise.allSettled([1, 2, 3].map((item) => batches.add(item)));
    await end();
    await end();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(seen).toEqual([[1], [2, 3]]);
  });
});

describe('batches by key', () => {
  it('wait for batches of their own key only, and start anew when none is left', async () => {
    const { seen, end, work: run } = work();
    const made: string[] = [];
    const batches = new KeyedBatches<string, number, number>((key) => {
      made.push(key);
      return { work: run };
    });
    const results = [batches.add('a', 1), batches.add('a', 2), batches.add('b', 3), batches.add('a', 4)];
    expect(seen).toEqual([[1], [3]]);
    await end();
    expect(seen).toEqual([[1], [3], [2, 4]]);
    await end();
    await end();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
    const later = batches.add('a', 5);
    await end();
    expect(await later).toBe(50);
    expect(made).toEqual(['a', 'b', 'a']);
  });
});

import { inParallel } from './in-parallel';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('inParallel', () => {
  it('keeps the order and the limit of concurrency', async () => {
    let active = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (turns) => {
      most = Math.max(most, ++active);
      for (let i = 0; i < turns; i++) await turn();
      active--;
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('starts no further item after a failure, and awaits the running ones', async () => {
    const begun: number[] = [];
    let ended = 0;
    const work = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await turn();
      if (item === 1) throw new Error('one');
      await turn();
      ended++;
    });
    await expect(work).rejects.toThrow('one');
    expect(begun.length).toBeLessThan(4);
    expect(ended).toBe(begun.length - 1);
  });

  it('accepts an empty list', async () => {
    await expect(inParallel([], 3, () => Promise.reject(new Error('no')))).resolves.toEqual([]);
  });
});

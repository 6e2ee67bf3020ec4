import { remembered } from './metrics';

describe('remembered', () => {
  it('reads once for concurrent callers', async () => {
    let asked = 0;
    const answer = remembered(async () => [++asked]);
    expect(await Promise.all([answer(), answer()])).toEqual([[1], [1]]);
    expect(await answer()).toEqual([1]);
  });

  it('reads again when the value is stale, and has none while the read fails', async () => {
    let asked = 0;
    const answer = remembered(async () => {
      asked += 1;
      if (asked > 1) throw new Error('away');
      return [asked];
    }, 0);
    expect(await answer()).toEqual([1]);
    expect(await answer()).toEqual([]);
  });
});

import { remembered } from './remembered';

describe('remembered', () => {
  it('asks once for all who want to know at the same time', async () => {
    let asked = 0;
    const answer = remembered(60_000, async () => ++asked, 0);
    expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
    expect(await answer()).toBe(1);
  });

  it('asks again when the answer is too old, and has none while it can not be told', async () => {
    let asked = 0;
    const answer = remembered(
      0,
      async () => {
        asked += 1;
        if (asked > 1) throw new Error('away');
        return [asked];
      },
      [],
    );
    expect(await answer()).toEqual([1]);
    expect(await answer()).toEqual([]);
  });
});

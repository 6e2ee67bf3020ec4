import { ARCHIVES_AT_A_TIME, ARCHIVES_OF_A_USER, ArchiveQueue } from './archive-queue';

describe('the turns of archives', () => {
  it('[V3-RUN-17] reserves turns for others when one user has many archives', () => {
    const turns = new ArchiveQueue<string>();
    for (let index = 0; index < 10; index++) turns.add('mallory', `m${index}`);
    turns.add('ada', 'a0');
    const taken = [turns.take(), turns.take(), turns.take()];
    expect(taken.map((one) => one?.item)).toEqual(['m0', 'm1', 'a0']);
    expect(turns.take()).toBeUndefined();
    expect([turns.has('a0'), turns.has('m2')]).toEqual([false, true]);
    taken[0]?.done();
    expect(turns.take()?.item).toBe('m2');
    expect(turns.take()).toBeUndefined();
  });

  it('limits the turns of archives in total', () => {
    const turns = new ArchiveQueue<number>();
    for (let index = 0; index < 10; index++) turns.add(`user ${index}`, index);
    const taken = Array.from({ length: 10 }, () => turns.take()).filter(Boolean);
    expect(taken.length).toBe(ARCHIVES_AT_A_TIME);
    expect(ARCHIVES_OF_A_USER).toBeLessThan(ARCHIVES_AT_A_TIME);
  });
});

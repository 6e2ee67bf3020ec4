import fc from 'fast-check';
import { assignSlots } from './slots';

const slotsOf = (...entries: [string, number][]): Map<string, number> => new Map(entries);
const assigned = (members: string[], held = slotsOf(), remembered = slotsOf()): Record<string, number> =>
  Object.fromEntries(assignSlots(members, held, remembered));

describe('assignSlots', () => {
  it('[V2-AREA-8] numbers the members of a new group from 0', () => {
    expect(assigned(['a', 'b', 'c'])).toEqual({ a: 0, b: 1, c: 2 });
  });

  it('[V2-AREA-8] assigns the slot of a former member to a new one', () => {
    expect(assigned(['a', 'c', 'd'], slotsOf(['a', 0], ['b', 1], ['c', 2]))).toEqual({ a: 0, c: 2, d: 1 });
  });

  it('[V2-AREA-8] moves no member when the group shrinks, and fills the lowest slots first when it grows', () => {
    const shrunk = assignSlots(['c'], slotsOf(['a', 0], ['b', 1], ['c', 2]));
    expect([...shrunk]).toEqual([['c', 2]]);
    expect(assigned(['c', 'e', 'f'], shrunk)).toEqual({ c: 2, e: 0, f: 1 });
  });

  it('assigns a returning member its earlier slot if free, else another one', () => {
    expect(assigned(['a', 'b'], slotsOf(['a', 0]), slotsOf(['b', 5]))).toEqual({ a: 0, b: 5 });
    expect(assigned(['a', 'b'], slotsOf(['a', 5]), slotsOf(['b', 5]))).toEqual({ a: 5, b: 0 });
    expect(assigned(['a', 'b'], slotsOf(), slotsOf(['a', 1], ['b', 1]))).toEqual({ a: 1, b: 0 });
  });

  it('[V2-AREA-8] never moves a member, never assigns a slot twice, always assigns the lowest free slot', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(ids, { minLength: 1, maxLength: 12 }), (memberships) => {
        let before = new Map<string, number>();
        for (const members of memberships) {
          const after = assignSlots(members, before);
          expect([...after.keys()].sort()).toEqual([...members].sort());
          expect(new Set(after.values()).size).toBe(members.length);
          const stay = members.filter((member) => before.has(member));
          for (const member of stay) expect(after.get(member)).toBe(before.get(member));
          const taken = new Set(stay.map((member) => before.get(member)));
          const free = Array.from({ length: 24 }, (_, slot) => slot).filter((slot) => !taken.has(slot));
          const came = members.filter((member) => !before.has(member));
          expect(came.map((member) => after.get(member))).toEqual(free.slice(0, came.length));
          for (const member of came) expect(after.get(member)).toBeLessThan(members.length);
          before = after;
        }
      }),
    );
  });
});

import type { Json } from '../json/json';
import { OPEN_END, Revision } from '../revisions/revision';
import { mergeGroup, withoutEnds } from './group-document';

const revision = (stime: number, ltime: number, ...members: [string, number][]): Revision =>
  new Revision(
    'g',
    { ctime: 1, ftime: 1, stime, ltime, mtime: stime },
    JSON.stringify({
      name: 'g',
      size: members.length,
      end: null,
      instances: members.map(([instanceId, slot]) => ({ instanceId, slot, seen: stime, end: null })),
    }),
    '{}',
  );

describe('mergeGroup', () => {
  const third = revision(3000, OPEN_END, ['3', 1], ['4', 0]);
  const second = revision(2000, 3000, ['1', 0], ['3', 1]);
  const first = revision(1000, 2000, ['1', 0], ['2', 1]);

  it('[V2-AREA-9] lists every member once, in its last known state, with the time of that state', () => {
    expect(mergeGroup([third, second, first]).data).toEqual({
      name: 'g',
      size: 2,
      end: null,
      instances: [
        { instanceId: '3', slot: 1, seen: 3000, end: null },
        { instanceId: '4', slot: 0, seen: 3000, end: null },
        { instanceId: '1', slot: 0, seen: 2000, end: 3000 },
        { instanceId: '2', slot: 1, seen: 1000, end: 2000 },
      ],
    });
  });

  it('[V2-AREA-13] ends the members of a single revision with the revision', () => {
    expect(mergeGroup([second]).data).toMatchObject({ end: 3000, instances: [{ end: 3000 }, { end: 3000 }] });
    expect(mergeGroup([third]).data).toMatchObject({ end: null, instances: [{ end: null }, { end: null }] });
  });

  it('[V2-AREA-13] stores ends as null, even if an export has them', () => {
    const exported: Json = {
      name: 'g',
      end: 5,
      instances: [{ instanceId: '1', end: 5 }, { instanceId: '2' }, 'x'],
    };
    const instances = [{ instanceId: '1', end: null }, { instanceId: '2', end: null }, 'x'];
    expect(withoutEnds(exported)).toEqual({ name: 'g', end: null, instances });
    expect(withoutEnds({ name: 'g' })).toEqual({ name: 'g', end: null });
    expect(withoutEnds('x')).toBe('x');
  });

  it('[V2-AREA-9] ends a deleted group, and keeps the times of its newest revision', () => {
    const merged = mergeGroup([second, first]);
    expect(merged.data).toMatchObject({ end: 3000 });
    expect(merged.times).toBe(second.times);
  });
});

import { pageOf, type ListWindow } from './list-page';
import { nameMatcher } from './name-matcher';

const items = ['c', 'a', 'b'].map((name, index) => ({ name, rank: index, inner: {} }));
const all: ListWindow = { pageSize: 0, offset: 0, sortBy: undefined, ascending: true, fields: [] };

describe('a page of a list', () => {
  it('[V1-LIST-2] is everything without a page size', () => {
    expect(pageOf(items, all, '/x')).toEqual({ list: items, prev: null, next: null, total: 3 });
  });

  it('skips with an offset alone', () => {
    expect(pageOf(items, { ...all, offset: 2 }, '/x').list).toEqual([items[2]]);
  });

  it('[V1-LIST-1] names the neighbours with the request’s own query', () => {
    const window = { ...all, pageSize: 1, offset: 1 };
    expect(pageOf(items, window, '/x?pageSize=1&offset=1&compact=true')).toEqual({
      list: [items[1]],
      prev: '/x?pageSize=1&offset=0&compact=true',
      next: '/x?pageSize=1&offset=2&compact=true',
      total: 3,
    });
    expect(pageOf(items, { ...all, pageSize: 2 }, '/x?pageSize=2')).toMatchObject({
      prev: null,
      next: '/x?pageSize=2&offset=2',
    });
  });

  it('[V1-LIST-3] sorts by a comparable field in both directions', () => {
    const names = (ascending: boolean) =>
      pageOf(items, { ...all, sortBy: 'name', ascending }, '/x').list.map(
        (item) => (item as { name: string }).name,
      );
    expect(names(true)).toEqual(['a', 'b', 'c']);
    expect(names(false)).toEqual(['c', 'b', 'a']);
  });

  it('[V1-LIST-4] keeps the named fields and ignores unknown names', () => {
    expect(pageOf(items, { ...all, fields: ['name', 'nothing'] }, '/x').list[0]).toEqual({ name: 'c' });
  });
});

describe('matching', () => {
  it('searches anywhere in the name, ignoring case', () => {
    expect(['Sine-a', 'cosine', 'tan'].filter(nameMatcher('SIN'))).toEqual(['Sine-a', 'cosine']);
  });

  it('[V1-CLUSTER-2] needs linear time for a pattern with catastrophic backtracking', () => {
    const begun = process.cpuUsage();
    expect(nameMatcher('^(a+)+$')(`${'a'.repeat(5000)}!`)).toBe(false);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  it('[V1-CLUSTER-2] refuses a pattern that takes long to compile', () => {
    expect(() => nameMatcher('a{0,1000}'.repeat(300))).toThrow(
      'steps, counting repetitions, and 1000 are allowed',
    );
  });

  it('refuses an invalid pattern', () => {
    expect(() => nameMatcher('(')).toThrow('matching is not a valid regular expression');
  });
});

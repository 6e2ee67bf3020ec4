import { textCondition } from './filters';
import { readPaging, totalByPage } from './paging';
import { splitAtCommas } from './searchable';

const SORTABLE = ['updated', 'name', 'user'];

describe('paging', () => {
  it('[V3-PAGE-3] pages have a default size and order', () => {
    expect(readPaging({}, SORTABLE)).toEqual({
      page: 0,
      size: 64,
      sort: [{ property: 'updated', direction: 'DESC' }],
      sortText: ['updated,desc'],
    });
  });

  it.each([
    [{ page: '-1', size: '0' }, 0, 64],
    [{ page: 'x', size: 'x' }, 0, 64],
    [{ page: '3', size: '5000' }, 3, 2000],
    [{ page: ['', '2'], size: '1.5' }, 2, 64],
  ])('reads %j', (query, page, size) => expect(readPaging(query, SORTABLE)).toMatchObject({ page, size }));

  it.each(['page', 'size'])('[V3-SEARCH-3] refuses several values of %s, unless as Genie does', (name) => {
    const query = { [name]: ['2', '3'] };
    expect(() => readPaging(query, SORTABLE)).toThrow(`${name} can be given once only`);
    expect(readPaging(query, SORTABLE, true)).toMatchObject({ [name]: 2 });
  });

  it('[V3-PAGE-4] sorts by several fields', () => {
    expect(readPaging({ sort: ['name,user,desc', 'updated'] }, SORTABLE).sort).toEqual([
      { property: 'name', direction: 'DESC' },
      { property: 'user', direction: 'DESC' },
      { property: 'updated', direction: 'ASC' },
    ]);
  });

  it('[V3-PAGE-4] accepts the id by its other name, which links keep', () => {
    const { sort, sortText } = readPaging({ sort: 'uniqueId,desc' }, ['id']);
    expect([sort, sortText]).toEqual([[{ property: 'id', direction: 'DESC' }], ['uniqueId,desc']]);
  });

  it.each(['constructor', 'secret', ''])('refuses to sort by %j', (name) => {
    expect(() => readPaging({ sort: `${name},asc` }, SORTABLE)).toThrow('sort must name one of');
  });
});

it.each([
  [0, 0, 0],
  [0, 3, 3],
  [2, 3, 23],
  [2, 0, undefined],
  [0, 10, undefined],
])('page %i with %i of 10 elements shows a total of %j', (page, found, total) => {
  expect(totalByPage(found, { page, size: 10, sort: [], sortText: [] })).toBe(total);
});

describe('filters', () => {
  it('treat nothing but % as a wildcard', () => {
    expect(textCondition('name', 'name', 'a_!b')).toEqual({
      where: 'row.name = :name',
      parameters: { name: 'a_!b' },
      indexedBy: { kind: 'equality', property: 'name' },
    });
    expect(textCondition('name', 'name', 'a_!%').parameters).toEqual({ name: 'a!_!!%' });
  });

  it('part values at commas', () => {
    expect(splitAtCommas(['a,b', 'c', ''])).toEqual(['a', 'b', 'c']);
  });
});

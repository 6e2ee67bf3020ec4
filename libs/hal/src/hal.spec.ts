import {
  link,
  listedResource,
  queryString,
  resource,
  searchPage,
  templatedLink,
  type SearchResult,
} from './index';

const search = (change: Partial<SearchResult> = {}): SearchResult => ({
  href: 'http://h/api/v3/clusters',
  filters: ['name', 'status', 'tag'],
  used: [],
  page: 0,
  size: 2,
  sort: ['updated,desc'],
  total: 1,
  listName: 'clusterList',
  items: [{ id: 'a' }],
  ...change,
});

describe('a resource', () => {
  it('carries its links after its properties, and says `templated` only when an address is a template', () => {
    const links = {
      self: link('http://h/c/1'),
      commands: templatedLink('http://h/c/1/commands', ['status']),
    };
    expect(JSON.stringify(resource({ id: '1' }, links))).toBe(
      '{"id":"1","_links":{"self":{"href":"http://h/c/1"},' +
        '"commands":{"href":"http://h/c/1/commands{?status}","templated":true}}}',
    );
  });

  it('lists links by rel in a plain array', () => {
    const links = { self: link('http://h/c/1'), commands: templatedLink('http://h/c', ['status']) };
    expect(listedResource({ id: '1' }, links)).toEqual({
      id: '1',
      links: [
        { rel: 'self', href: 'http://h/c/1' },
        { rel: 'commands', href: 'http://h/c{?status}' },
      ],
    });
  });

  it('has a plain link when a template has no parameters', () => {
    expect(templatedLink('http://h/x', [])).toEqual({ href: 'http://h/x' });
  });
});

describe('a search page', () => {
  it('shows its elements, their number, and itself with all filters as a template', () => {
    expect(searchPage(search())).toEqual({
      _embedded: { clusterList: [{ id: 'a' }] },
      _links: { self: { href: 'http://h/api/v3/clusters{?name,status,tag}', templated: true } },
      page: { size: 1, totalElements: 1, totalPages: 1, number: 0 },
    });
  });

  it('leaves `_embedded` out when it is empty', () => {
    const page = searchPage(search({ items: [], total: 0 }));
    expect(page).not.toHaveProperty('_embedded');
    expect(page.page).toEqual({ size: 0, totalElements: 0, totalPages: 0, number: 0 });
  });

  it('keeps the used filters in its own address and offers the others', () => {
    const used = [
      ['status', 'UP'],
      ['status', 'TERMINATED'],
    ] as const;
    expect(searchPage(search({ used }))._links.self).toEqual({
      href: 'http://h/api/v3/clusters?status=UP&status=TERMINATED{&name,tag}',
      templated: true,
    });
  });

  it('has a plain self when every filter is used', () => {
    const self = searchPage(search({ filters: ['name'], used: [['name', 'a']] }))._links.self;
    expect(self).toEqual({ href: 'http://h/api/v3/clusters?name=a' });
  });

  it('encodes values once', () => {
    const links = searchPage(search({ used: [['name', 'Test %']], total: 5, page: 1 }))._links;
    expect(links.next?.href).toBe(
      'http://h/api/v3/clusters?name=Test%20%25&page=2&size=2&sort=updated%2Cdesc',
    );
    expect(new URL(links.next?.href ?? '').searchParams.get('name')).toBe('Test %');
  });

  it.each([
    [0, ['self', 'first', 'next', 'last']],
    [1, ['self', 'first', 'prev', 'next', 'last']],
    [2, ['self', 'first', 'prev', 'last']],
    [9, ['self', 'first', 'prev', 'last']],
  ])('links page %i to the pages that exist', (page, rels) => {
    expect(Object.keys(searchPage(search({ page, total: 5 }))._links)).toEqual(rels);
  });

  it('links from beyond the end to the last page', () => {
    expect(searchPage(search({ page: 9, total: 5, items: [] }))._links.prev?.href).toContain('page=2');
  });

  it('returns an empty query for no parameters', () => {
    expect(queryString([])).toBe('');
  });
});

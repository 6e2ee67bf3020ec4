import { configuredCollectionsIn, readConfiguredCollections } from './configured-collections';

const ROW = { collection: 'inventory/hosts', url: 'http://inventory/hosts', id: 'meta.name' };

describe('rows of HTTP collections', () => {
  it('[V2-CRAWL-9] become collections', () => {
    const [one] = readConfiguredCollections([
      { ...ROW, list: 'result.hosts', next: 'links.next', created: 'born' },
    ]);
    expect(one).toMatchObject({
      name: 'inventory/hosts',
      id: {
        text: 'meta.name',
        alternatives: [[{ path: ['meta', 'name'], lastSegment: false, optional: false }]],
      },
      created: ['born'],
      source: { kind: 'http', url: ROW.url, list: ['result', 'hosts'], next: ['links', 'next'] },
    });
    expect(readConfiguredCollections([ROW])[0]?.source).toMatchObject({ list: [], next: undefined });
  });

  it.each([
    [{}, 'an array of collections is required'],
    [[ROW, { ...ROW, id: undefined }], 'row 2: id: a text is required'],
    [[{ ...ROW, url: 'ftp://x' }], 'row 1: url: an http or https address'],
    [[{ ...ROW, url: 'http:' }], 'row 1: url: an http or https address'],
    [[{ ...ROW, collection: 'hosts' }], 'row 1: collection: "hosts" is not of the form area/collection'],
    // [V2-WHO-7]
    [[{ ...ROW, collection: 'racks/trailEvents' }], 'row 1: created: the path of the time of an event'],
    [[{ ...ROW, dates: 'born' }], 'row 1: dates: a list of texts'],
  ])('are refused when they are wrong: %j', (rows, message) => {
    expect(() => readConfiguredCollections(JSON.parse(JSON.stringify(rows)) as never)).toThrow(message);
  });

  it.each([
    'http://ann:hush@inventory/hosts',
    'https://hush@inventory/hosts',
    'http://:hush@inventory/hosts',
    'http://ann:12/hush@inventory/hosts',
    'http://TOK/hush@inventory/hosts',
  ])('are refused with credentials in the address, which are not shown: %s', (url) => {
    const reading = (): unknown => readConfiguredCollections([{ ...ROW, url }]);
    expect(reading).toThrow('row 1: url: an http or https address without user and password is required');
    expect(reading).not.toThrow('hush');
  });

  it('name the unreadable file', () => {
    expect(() => configuredCollectionsIn('/nowhere.json')).toThrow(
      /^HTTP_COLLECTIONS_FILE \/nowhere.json: .*ENOENT/,
    );
  });
});

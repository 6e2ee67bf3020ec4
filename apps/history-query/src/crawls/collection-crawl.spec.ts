import fc from 'fast-check';
import { runToEnd } from '../time-slices/time-slices';
import { EMPTY_SNAPSHOT, nextSnapshot, type CollectionSnapshot } from '../current/collection-snapshot';
import { canonicalJson } from '../json/json';
import { compareRevisions } from '../revisions/revision';
import { readConfiguredCollections } from '../catalogue/configured-collections';
import { splitAtList, Listing } from '../sources/json-list';
import { RawDocument, type SourceFingerprint } from '../collections/source';
import { CollectionCrawl } from './collection-crawl';
import { delta, type Delta } from './crawl-delta';

const HOSTS = readConfiguredCollections([
  { collection: 'inventory/hosts', url: 'http://inventory/', id: 'id' },
])[0]!;

interface Host {
  id: string;
  value: number;
}

/** A list that is crawled repeatedly, and the resulting history. */
class CrawledList {
  snapshot: CollectionSnapshot = EMPTY_SNAPSHOT;
  private last: readonly SourceFingerprint[] = [];
  private moment = 0;

  /** @param isBelieved false for a rejected crawl: read to its end, but not applied */
  crawl(hosts: readonly Host[], isBelieved = true): Delta {
    const before = this.snapshot;
    const listing = new Listing(this.last);
    const crawl = new CollectionCrawl(HOSTS, before);
    const answer = Buffer.from(JSON.stringify(hosts));
    runToEnd(crawl.add(runToEnd(splitAtList(answer, [], listing))?.elements ?? []));
    this.last = runToEnd(listing.end());
    const found = runToEnd(crawl.finish(++this.moment));
    if (!isBelieved) return found;
    const changed = [...found.opened, ...found.closed].sort(compareRevisions);
    this.snapshot = runToEnd(nextSnapshot(before, changed, this.moment)).after;
    return found;
  }
}

const plainly = (before: CollectionSnapshot, hosts: readonly Host[], moment: number): Delta => {
  const documents = hosts.map((host) => ({ id: host.id, json: canonicalJson({ ...host }) }));
  return runToEnd(delta(before, documents, moment));
};
const summary = ({ opened, closed, gone, documents }: Delta) => ({
  opened: opened.map(({ id, json }) => `${id} ${json}`).sort(),
  closed: closed.map(({ id }) => id).sort(),
  gone,
  documents,
});

describe('CollectionCrawl', () => {
  it('equals a comparison of all documents under repetition, deletion, change and reordering', () => {
    const host = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), value: fc.nat(2) });
    const hosts = fc.array(host, { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(fc.tuple(hosts, fc.boolean()), { maxLength: 8 }), (crawls) => {
        const list = new CrawledList();
        crawls.forEach(([found, isBelieved], index) => {
          const expected = plainly(list.snapshot, found, index + 1);
          expect(summary(list.crawl(found, isBelieved))).toEqual(summary(expected));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('parses only documents with unknown bytes', () => {
    const list = new CrawledList();
    const hosts = Array.from({ length: 20 }, (_, index) => ({ id: `host-${index}`, value: 1 }));
    // Opened, then found equal; known from then on.
    list.crawl(hosts);
    list.crawl(hosts);
    const parse = jest.spyOn(RawDocument.prototype, 'parse');
    const changed = hosts.map((host) => (host.id === 'host-7' ? { ...host, value: 2 } : host));
    expect(list.crawl(changed).opened.map(({ id }) => id)).toEqual(['host-7']);
    expect(parse).toHaveBeenCalledTimes(1);
  });
});

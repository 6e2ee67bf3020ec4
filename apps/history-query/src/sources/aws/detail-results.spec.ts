import { ImmutableResults } from './detail-results';

describe('ImmutableResults', () => {
  it('requests a result once, and evicts results that are no longer used', async () => {
    const results = new ImmutableResults();
    const source = {};
    const asked: string[] = [];
    const crawl = async (...keys: string[]): Promise<unknown[]> => {
      const known = results.crawl(source);
      return Promise.all(keys.map((key) => known.get(key, async () => (asked.push(key), `of ${key}`))));
    };
    expect(await crawl('a', 'b')).toEqual(['of a', 'of b']);
    expect(await crawl('a')).toEqual(['of a']);
    expect(asked).toEqual(['a', 'b']);
    await crawl('b');
    expect(asked).toEqual(['a', 'b', 'b']);
  });

  it('requests a result again when it was missing', async () => {
    const results = new ImmutableResults();
    const source = {};
    expect(await results.crawl(source).get('a', async () => undefined)).toBeUndefined();
    expect(await results.crawl(source).get('a', async () => 'now')).toBe('now');
  });
});

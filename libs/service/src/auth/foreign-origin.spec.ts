import { isForeign } from './cross-site-guard';

describe('a request of a page', () => {
  const rules = { allowed: ['https://ui.example.org'], publicUrl: 'https://streams.example.org/base' };
  const foreign = (origin: string | undefined, addresses = ['http://inside:7101'], more = rules): boolean =>
    isForeign(origin === undefined ? {} : { origin }, addresses, more);

  it.each([
    [undefined, false],
    ['https://ui.example.org', false],
    ['https://streams.example.org', false],
    ['http://inside:7101', false],
    ['https://inside:7101', false],
    ['http://INSIDE:7101', false],
    ['http://inside', true],
    ['http://ui.example.org', true],
    ['https://ui.example.org.evil.example', true],
    ['http://inside:7101.evil.example', true],
    ['chrome-extension://inside:7101', true],
    ['https://ui.example.org, https://evil.example', true],
    ['null', true],
    ['', true],
  ])('a page of %s is foreign: %s', (origin, expected) => expect(foreign(origin)).toBe(expected));

  it('may come from any origin with *, and only from our own without a list', () => {
    expect(foreign('https://other.example', undefined, { ...rules, allowed: ['*'] })).toBe(false);
    expect(isForeign({ origin: 'https://inside' }, ['http://inside'], { allowed: [] })).toBe(false);
    expect(isForeign({ origin: 'https://other' }, ['http://inside'], { allowed: [] })).toBe(true);
  });

  it('knows the port that the scheme of the page stands for', () => {
    expect(foreign('https://inside', ['http://inside:443'])).toBe(false);
    expect(foreign('http://inside', ['http://inside:443'])).toBe(true);
  });

  it('without an origin is foreign when the browser says that it crosses sites', () => {
    expect(isForeign({ 'sec-fetch-site': 'cross-site' }, [], rules)).toBe(true);
    expect(isForeign({ 'sec-fetch-site': 'same-origin' }, [], rules)).toBe(false);
    expect(isForeign({ 'sec-fetch-site': 'none' }, [], rules)).toBe(false);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://ui.example.org' };
    expect(isForeign(headers, [], rules)).toBe(false);
  });
});

import { isOriginAllowed } from './socket-origin';

describe('the origin of a websocket', () => {
  const rules = { allowed: ['https://ui.example.org'], publicUrl: 'https://streams.example.org' };

  it.each([
    [undefined, true],
    ['https://ui.example.org', true],
    ['https://streams.example.org', true],
    ['http://inside:7101', true],
    ['http://ui.example.org', false],
    ['https://ui.example.org.evil.example', false],
    ['null', false],
  ])('%s is let in: %s', (origin, expected) => {
    expect(isOriginAllowed(origin, 'inside:7101', rules)).toBe(expected);
  });

  it('may be any with *, and only its own without a list', () => {
    expect(isOriginAllowed('https://other.example', 'inside:7101', { allowed: ['*'] })).toBe(true);
    expect(isOriginAllowed('https://other.example', 'inside:7101', { allowed: [] })).toBe(false);
    expect(isOriginAllowed('http://inside:7101', 'inside:7101', { allowed: [] })).toBe(true);
  });
});

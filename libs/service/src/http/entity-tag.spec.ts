import { entityTag, namesTag } from './entity-tag';

describe('entity tags', () => {
  it('are equal for equal bodies only', () => {
    expect(entityTag('a')).toBe(entityTag(Buffer.from('a')));
    expect(entityTag('a')).not.toBe(entityTag('b'));
    expect(entityTag('a')).toMatch(/^"[\w-]+"$/);
  });

  it.each([
    ['"a"', '"a"', true],
    ['"b", W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['*', '"a"', true],
    ['"b"', '"a"', false],
    ['', '"a"', false],
  ])('[V2-OPS-5] %s names %s: %s', (header, tag, expected) => {
    expect(namesTag(header, tag)).toBe(expected);
  });
});

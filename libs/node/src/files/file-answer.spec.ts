import { entityTag, fileAnswer, parseRange, type FileConditions } from './file-answer';

const facts = { size: 10, lastModified: Date.parse('2026-11-02T10:00:05.700Z') };
const DATE = 'Mon, 02 Nov 2026 10:00:05 GMT';
const BEFORE = 'Mon, 02 Nov 2026 10:00:04 GMT';
const TAG = entityTag(facts);

describe('the response to a request for a file', () => {
  it.each<[string, FileConditions, number, string | undefined]>([
    ['no condition', {}, 200, undefined],
    ['a range', { range: 'bytes=2-4' }, 206, 'bytes 2-4/10'],
    ['a suffix', { range: 'bytes=-4' }, 206, 'bytes 6-9/10'],
    ['its tag', { 'if-none-match': TAG }, 304, undefined],
    ['its tag, weak, in a list', { 'if-none-match': `"x", W/${TAG}` }, 304, undefined],
    ['any tag', { 'if-none-match': '*' }, 304, undefined],
    ['another tag', { 'if-none-match': '"x"' }, 200, undefined],
    ['another tag and its date', { 'if-none-match': '"x"', 'if-modified-since': DATE }, 200, undefined],
    ['its date', { 'if-modified-since': DATE }, 304, undefined],
    ['an earlier date', { 'if-modified-since': BEFORE }, 200, undefined],
    ['a date that is none', { 'if-modified-since': 'yesterday' }, 200, undefined],
    ['its tag and a range', { 'if-none-match': TAG, range: 'bytes=0-1' }, 304, undefined],
    ['a part of its version', { 'if-range': TAG, range: 'bytes=2-' }, 206, 'bytes 2-9/10'],
    ['a part of its version by date', { 'if-range': DATE, range: 'bytes=2-' }, 206, 'bytes 2-9/10'],
    ['a part of another version', { 'if-range': '"x"', range: 'bytes=2-' }, 200, undefined],
    ['a part of an older version by date', { 'if-range': BEFORE, range: 'bytes=2-' }, 200, undefined],
    ['a part of a version known weakly', { 'if-range': `W/${TAG}`, range: 'bytes=2-' }, 200, undefined],
    ['only its version', { 'if-match': TAG }, 200, undefined],
    ['only what is not newer', { 'if-unmodified-since': DATE }, 200, undefined],
  ])('answers a request for a file with %s', (_what, conditions, status, range) => {
    const answer = fileAnswer(conditions, facts);
    expect([answer.status, answer.headers['content-range']]).toEqual([status, range]);
    expect(answer.headers).toMatchObject({ etag: TAG, 'last-modified': DATE });
    expect(answer.part === undefined).toBe(status === 304);
  });

  it.each<[FileConditions, object]>([
    [{ 'if-match': '"x"' }, { kind: 'constraint' }],
    [{ 'if-match': `W/${TAG}` }, { kind: 'constraint' }],
    [{ 'if-unmodified-since': BEFORE }, { kind: 'constraint' }],
    [{ range: 'bytes=10-' }, { kind: 'rangeNotSatisfiable', headers: { 'Content-Range': 'bytes */10' } }],
  ])('refuses a request for a file with %j', (conditions, error) => {
    expect(() => fileAnswer(conditions, facts)).toThrow(expect.objectContaining(error) as Error);
  });

  it('answers a request for an empty file with no bytes', () => {
    expect(fileAnswer({}, { ...facts, size: 0 })).toMatchObject({ status: 200, part: undefined });
  });

  it('tags a file anew when its size or time differ, but not within a second', () => {
    expect(entityTag({ ...facts, size: 11 })).not.toBe(TAG);
    expect(entityTag({ ...facts, lastModified: facts.lastModified + 1000 })).not.toBe(TAG);
    expect(entityTag({ ...facts, lastModified: Date.parse(DATE) })).toBe(TAG);
  });
});

describe('parseRange', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=5-500', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ] as const)('reads %s of ten bytes', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  it('has no satisfiable range in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});

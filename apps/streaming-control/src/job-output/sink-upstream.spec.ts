import { refusalText, verdictOf, type SinkAnswer } from './sink-upstream';

describe('the responses of sinks', () => {
  it.each<[SinkAnswer[], ReturnType<typeof verdictOf>]>([
    [[], 'begin'],
    [['pending', 'refused'], 'wait'],
    [['pending', 'open'], 'begin'],
    [['refused', 'refused'], 'refused'],
    [['refused', 'open'], 'begin'],
    [['refused', 'failed'], 'refused'],
    [['failed'], 'begin'],
  ])('[V1-STREAM-13] sinks that answer %j lead to: %s', (answers, verdict) => {
    expect(verdictOf(answers)).toBe(verdict);
  });

  it.each([
    ['{"error":"sample must be a number"}\n', 'sample must be a number'],
    ['no such\n\nfilter', 'no such filter'],
    ['{"other":1}', '{"other":1}'],
    ['null', 'null'],
    ['', 'it answered 400'],
    ['x'.repeat(400), 'x'.repeat(300)],
  ])('%j is reported as %j', (body, text) => {
    expect(refusalText(body)).toBe(text);
  });
});

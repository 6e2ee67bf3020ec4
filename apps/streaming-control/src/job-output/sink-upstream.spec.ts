import { refusalText, verdictOf, type SinkAnswer } from './sink-upstream';

describe('the responses of sinks', () => {
  it.each<[SinkAnswer[], ReturnType<typeof verdictOf>, ReturnType<typeof verdictOf>]>([
    [[], 'begin', 'begin'],
    [['pending', 'refused'], 'wait', 'begin'],
    [['pending', 'open'], 'begin', 'begin'],
    [['refused', 'refused'], 'refused', 'refused'],
    [['refused', 'open'], 'begin', 'begin'],
    [['refused', 'failed'], 'refused', 'begin'],
    [['failed'], 'begin', 'begin'],
  ])(
    '[V1-STREAM-13] sinks that answer %j lead to: %s; in a stream that has begun: %s',
    (answers, first, later) => {
      expect([verdictOf(answers, false), verdictOf(answers, true)]).toEqual([first, later]);
    },
  );

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

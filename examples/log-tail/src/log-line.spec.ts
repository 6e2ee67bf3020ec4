import { readLine, shareOf } from './log-line';

describe('a line of a log', () => {
  const pattern = /^(?<level>[A-Z]+) (?:took (?<ms>\d+) ms)?/;

  it.each([
    ['INFO took 12 ms', { level: 'INFO', ms: '12' }],
    ['WARN anything', { level: 'WARN' }],
    ['none', undefined],
  ])('%s has the fields %j', (line, fields) => {
    expect(readLine('a.log', line, pattern)).toEqual(fields && { file: 'a.log', line, fields });
  });

  it('has none without a pattern', () => {
    expect(readLine('a.log', 'any', undefined)).toEqual({ file: 'a.log', line: 'any', fields: {} });
  });

  it('is told by one worker', () => {
    const files = ['a', 'b', 'c'];
    expect([0, 1].map((index) => shareOf(files, index, 2))).toEqual([['a', 'c'], ['b']]);
  });
});

import { NO_LINES, appended, lineNumber, matchesOf } from './log-lines';

const read = (texts: readonly string[], limit?: number) =>
  texts.reduce((log, text) => appended(log, text, limit), NO_LINES);

describe('the lines of a log', () => {
  it('go on where the last bytes ended', () => {
    expect(read(['one\ntw', 'o\n', 'three']).lines).toEqual(['one', 'two', 'three']);
  });

  it('keep empty lines and drop carriage returns', () => {
    expect(read(['a\r\n\r\nb\n']).lines).toEqual(['a', '', 'b']);
  });

  it('are the newest ones, and count those that were dropped', () => {
    const { lines, dropped } = read(['1\n2\n3\n', '4\n5\n'], 3);
    expect([lines, dropped]).toEqual([['3', '4', '5'], 2]);
  });

  it('break where a line is too long to draw', () => {
    expect(read(['x'.repeat(10_000)]).lines.map(({ length }) => length)).toEqual([4096, 4096, 1808]);
  });

  it('[CONSOLE-JOB-2] have their numbers in the file, also after long and dropped ones', () => {
    const numbersOf = (texts: readonly string[], limit?: number) => {
      const log = read(texts, limit);
      return log.lines.map((_, index) => lineNumber(log, index));
    };
    const long = 'x'.repeat(5000);
    expect(numbersOf(['a\n', `${long}\n`, `b\n${long}`, `${long}\nc\n`])).toEqual([
      ...[1, 2, undefined, 3, 4],
      ...[undefined, undefined, 5],
    ]);
    expect(numbersOf([`a\n${long}\nb\nc\n`], 3)).toEqual([undefined, 3, 4]);
  });

  it('are found whatever their case', () => {
    expect(matchesOf(['An Error', 'fine', 'ERRORS'], 'error')).toEqual([0, 2]);
    expect(matchesOf(['a'], '')).toEqual([]);
  });
});

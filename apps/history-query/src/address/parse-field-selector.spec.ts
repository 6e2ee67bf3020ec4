import { parseFieldSelector } from './parse-field-selector';

describe('parseFieldSelector', () => {
  it.each([
    [':(a,b)', [{ key: 'a' }, { key: 'b' }]],
    [':( a , b:( c ) )', [{ key: 'a' }, { key: 'b', fields: [{ key: 'c' }] }]],
    [':(a,)', [{ key: 'a' }]],
    [':()', []],
    [':(a::(x))', [{ key: 'a', flatten: true }]],
    [':(a=null)', [{ key: 'a', condition: { negated: false, literal: null } }]],
    [':(a!=-1.5)', [{ key: 'a', condition: { negated: true, literal: -1.5 } }]],
    [':(a="x,y)\\"")', [{ key: 'a', condition: { negated: false, literal: 'x,y)"' } }]],
    [':(a=%22x%29%22)', [{ key: 'a', condition: { negated: false, literal: 'x)' } }]],
    [':(k%3Ax%2C)', [{ key: 'k:x,' }]],
    [':(state.name)', [{ key: 'state.name' }]],
    [':("Cost Center",%22a;b%22:(c))', [{ key: 'Cost Center' }, { key: 'a;b', fields: [{ key: 'c' }] }]],
    [':(name%20,%20n)', [{ key: 'name' }, { key: 'n' }]],
    [':(name%3Bn)', [{ key: 'name;n' }]],
  ])('[V2-FIELD-1] reads %s', (text, expected) => {
    expect(parseFieldSelector(text)).toEqual(expected);
  });

  it.each([
    [':(name n)', '"," or ")" is expected at 7'],
    [':(name%20n)', '"," or ")" is expected at 7'],
    [':(name;n)', '"," or ")" is expected at 7'],
    [':(name|n)', '"," or ")" is expected'],
    [':(*)', '"," or ")" is expected'],
    [':(a+b)', '"," or ")" is expected'],
    [':("a"b)', '"," or ")" is expected'],
    [':(a=1 2)', '"," or ")" is expected'],
    [':(a=t rue)', 'is expected'],
  ])('[V2-FIELD-4] refuses %s', (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(message);
  });

  it('[V2-FIELD-3] reads regular expressions, with encoded and escaped slashes', () => {
    const [item] = parseFieldSelector(':(a!~/^x%2Fy\\/[0-9]+$/)');
    const condition = item?.condition;
    if (!condition || !('matches' in condition)) throw new Error('a pattern is expected');
    expect(condition.negated).toBe(true);
    expect(condition.matches('x/y/12')).toBe(true);
    expect(condition.matches('x/y/z')).toBe(false);
  });

  it('[V2-FIELD-3] refuses regular expressions that together take long to compile', () => {
    const of = (count: number): string => `:(${Array.from({ length: count }, () => 'a~/x{300}/').join(',')})`;
    expect(parseFieldSelector(of(3))).toHaveLength(3);
    expect(() => parseFieldSelector(of(4))).toThrow('300 steps, counting repetitions, and 100 are allowed');
  });

  it('[V2-FIELD-3] runs regular expressions of clients in linear time', () => {
    const [item] = parseFieldSelector(':(a~/^(a+)+$/)');
    const condition = item?.condition;
    if (!condition || !('matches' in condition)) throw new Error('a pattern is expected');
    // With backtracking the second one would take 2 ** 20000 times as long.
    const time = (length: number): number => {
      const started = performance.now();
      expect(condition.matches(`${'a'.repeat(length)}!`)).toBe(false);
      return performance.now() - started;
    };
    time(100);
    expect(time(20_000)).toBeLessThan(20_000);
  });
});

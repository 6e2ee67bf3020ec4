import fc from 'fast-check';
import { runToEnd } from '../time-slices/time-slices';
import { splitAtList } from './json-list';

const split = (text: string, path: string[]) => runToEnd(splitAtList(Buffer.from(text), path));

describe('splitAtList', () => {
  it('finds the elements that parsing finds, whatever the spacing', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat({ max: 3 }), (list, other, spaces) => {
        const text = JSON.stringify(
          { before: other, result: { 'the "list"': list, after: other }, next: 'n' },
          null,
          spaces,
        );
        const found = split(text, ['result', 'the "list"']);
        expect(found?.elements.map((one) => one.parse())).toEqual(JSON.parse(JSON.stringify(list)));
        expect(found?.rest).toEqual(
          JSON.parse(
            JSON.stringify({ before: other, result: { 'the "list"': [], after: other }, next: 'n' }),
          ),
        );
      }),
    );
  });

  it('accepts a response that is the list itself', () => {
    expect(split(' [ 1 , {"a":"]"} ] ', [])?.elements.map((one) => one.bytes.toString().trim())).toEqual([
      '1',
      '{"a":"]"}',
    ]);
  });

  it.each([
    ['{"a":{}}', ['a']],
    ['{"a":[]}', ['b']],
    ['[1]', ['a']],
    ['"list"', []],
    ['', []],
  ])('finds no list in %s at %j', (text, path) => {
    expect(split(text, path)).toBeUndefined();
  });

  it.each(['[1,2', '[1,,2]', '[{"a":1}{"a":2}]', '[1]]', '{"list":[1],"other":}', '{"list":["a'])(
    'refuses invalid JSON: %s',
    (text) => {
      expect(() => split(text, text.startsWith('[') ? [] : ['list'])).toThrow(SyntaxError);
    },
  );
});

import fc from 'fast-check';
import { applyPatch, type Operation } from 'fast-json-patch';
import { jsonPatch } from './json-patch';
import type { Json } from './json';

describe('jsonPatch', () => {
  it('[V2-MOD-19] contains the operations', () => {
    expect(jsonPatch({ a: 1, b: [1] }, { a: 2, b: [1, 2] })).toEqual([
      { op: 'add', path: '/b/1', value: 2 },
      { op: 'replace', path: '/a', value: 2 },
    ]);
    expect(jsonPatch({ a: 1 }, { a: 1 })).toEqual([]);
    expect(jsonPatch({ a: 1 }, [1])).toEqual([{ op: 'replace', path: '', value: [1] }]);
  });

  it('[V2-MOD-19] turns any document into any other', () => {
    const key = fc.constantFrom('a', 'b', 'c/d', 'e~f');
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<Json>(null, true, 0, 1, '', 'x'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, value, (older, newer) => {
        const patch = jsonPatch(older, newer) as unknown as Operation[];
        const copy = JSON.parse(JSON.stringify(older)) as Json;
        expect(applyPatch(copy, patch).newDocument).toEqual(JSON.parse(JSON.stringify(newer)));
      }),
    );
  });
});

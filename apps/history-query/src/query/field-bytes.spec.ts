import fc from 'fast-check';
import { parseAddress } from '../address/parse-address';
import type { Json } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import { plainFields, projectBytes } from './field-bytes';
import { LEFT_OUT, projectFields } from './field-projection';

const key = fc.constantFrom('a', 'b', 'ab', 'é', 'q"', '__proto__', 'back\\');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true }).map(String),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));
const document = fc.dictionary(key, value, { maxKeys: 6 });
const selectorOf = (text: string) => {
  const { selector } = parseAddress(`a/b:(${text})`);
  if (!selector) throw new Error(text);
  return selector;
};

describe('fields from bytes', () => {
  it.each(['a', 'a,b', 'ab,a:(a)', 'b:(a:(b),ab)', 'a:(),b', 'c', ''])(
    'are those of the parsed document: (%s)',
    (text) => {
      const selector = selectorOf(text);
      const fields = plainFields(selector)!;
      fc.assert(
        fc.property(document, (data) => {
          const json = canonicalJson(data);
          const shown = projectFields(JSON.parse(json) as Json, selector);
          expect(projectBytes(Buffer.from(json), fields)?.toString()).toBe(
            shown === LEFT_OUT ? undefined : canonicalJson(shown),
          );
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each(['a="x"', 'b:(a!=null)', 'a::(b)', 'a,b,a'])(
    'are not offered for more than names: (%s)',
    (text) => {
      expect(plainFields(selectorOf(encodeURI(text)))).toBeUndefined();
    },
  );
});

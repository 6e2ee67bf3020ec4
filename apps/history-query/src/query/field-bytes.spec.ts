import fc from 'fast-check';
import { parseAddress } from '../address/parse-address';
import { canonicalJson, type Json } from '../json/json';
import { ByteWriter } from '../json/json-bytes';
import { DocumentSlabs } from '../current/document-slabs';
import { fieldsWriter, plainFields, type PlainFields } from './field-bytes';
import { LEFT_OUT } from './field-conditions';
import { projectFields } from './field-projection';

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

const fieldsOf = (json: Buffer, fields: PlainFields): string | undefined => {
  const writer = new ByteWriter();
  return fieldsWriter(fields)(writer, json) ? writer.take().toString() : undefined;
};

describe('fields from bytes', () => {
  it.each(['a', 'a,b', 'ab,a:(a)', 'b:(a:(b),ab)', 'a:(),b', 'c', ''])(
    'are those of the parsed document: (%s)',
    (text) => {
      const selector = selectorOf(text);
      const slabs = new DocumentSlabs();
      const fields = plainFields(selector)!;
      fc.assert(
        fc.property(document, (data) => {
          const json = canonicalJson(data);
          const shown = projectFields(JSON.parse(json) as Json, selector);
          const expected = shown === LEFT_OUT ? undefined : canonicalJson(shown);
          expect(fieldsOf(Buffer.from(json), fields)).toBe(expected);
          expect(fieldsOf(slabs.copy(Buffer.from(json)), fields)).toBe(expected);
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each(['a="x"', 'b:(a!=null)', 'a::(b)', 'a,b,a'])(
    'are unavailable for more than names: (%s)',
    (text) => {
      expect(plainFields(selectorOf(encodeURI(text)))).toBeUndefined();
    },
  );

  it('are found in documents beyond the limit of shapes', () => {
    const slabs = new DocumentSlabs();
    const fields = plainFields(selectorOf('b,z'))!;
    const documents = Array.from({ length: 1500 }, (_, one) =>
      slabs.copy(Buffer.from(canonicalJson({ a: one, b: one, [`k${one}`]: 0, z: '' }))),
    );
    documents.forEach((json, one) => expect(fieldsOf(json, fields)).toBe(`{"b":${one},"z":""}`));
  });
});

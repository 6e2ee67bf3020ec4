import fc from 'fast-check';
import { canonicalJson, datePaths, type Json, type DatePaths } from './json';
import { ByteWriter } from './json-bytes';
import { writePretty, prettyJson } from './pretty-json';

const key = fc.oneof(fc.constantFrom('time', 'parts', 'a', '__proto__'), fc.string());
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom(1767225600000, 8.64e15, 8.65e15, -5, 0.5),
      fc.boolean(),
    ),
    fc.oneof(fc.constant(null), fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\\"', '{[,:]}')),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));
const dates = datePaths(['time', 'parts.time', 'a.parts.time']);

const prettyBytes = (json: Buffer, dates: DatePaths | undefined, depth = 0): Buffer => {
  const writer = new ByteWriter();
  writePretty(writer, json, dates, depth);
  return writer.take();
};

describe('pretty bytes', () => {
  it('equal the output of prettyJson byte for byte', () => {
    fc.assert(
      fc.property(value, fc.nat({ max: 3 }), (data, depth) => {
        const json = canonicalJson(data);
        expect(prettyBytes(Buffer.from(json), dates, depth).toString()).toBe(
          prettyJson(JSON.parse(json) as Json, dates, depth),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('need no more bytes than their document', () => {
    const data = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'é'.repeat(index % 90) }));
    expect(prettyBytes(Buffer.from(JSON.stringify(data)), undefined).toString()).toBe(
      prettyJson(data, undefined),
    );
  });
});

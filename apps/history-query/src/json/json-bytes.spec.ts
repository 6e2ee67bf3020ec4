import fc from 'fast-check';
import { canonicalJson, datePaths, datesBelow, isJsonObject, type DatePaths, type Json } from './json';
import { prettyJson } from './pretty-json';

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

/** Formats as `JSON.stringify` does, but for the space before a colon and the one inside an empty object or list. */
const likeJavaScript = (data: Json): string =>
  JSON.stringify(data, null, 2).replace(/"(?:[^"\\]|\\.)*"|:|\{\}|\[\]/g, (part) =>
    part === ':' ? ' :' : part === '{}' ? '{ }' : part === '[]' ? '[ ]' : part,
  );

describe('pretty bytes', () => {
  it('are those of JSON.stringify with two more spaces', () => {
    fc.assert(
      fc.property(value, (data) => {
        const json = canonicalJson(data);
        fc.pre(JSON.stringify(JSON.parse(json)) === json);
        expect(prettyJson(json)).toBe(likeJavaScript(JSON.parse(json) as Json));
      }),
      { numRuns: 1000 },
    );
  });

  it('show times, and change nothing else', () => {
    const dates = datePaths(['time', 'parts.time', 'a.parts.time']);
    fc.assert(
      fc.property(value, (data) => {
        const json = canonicalJson(data);
        const withTimes = (found: Json, paths: DatePaths | true | undefined): Json => {
          if (Array.isArray(found)) return found.map((one) => withTimes(one, paths));
          if (isJsonObject(found))
            return Object.fromEntries(
              Object.entries(found).map(([name, one]) => [name, withTimes(one, datesBelow(paths, name))]),
            );
          const isTime = paths === true && typeof found === 'number' && Math.abs(found) <= 8.64e15;
          return isTime ? new Date(found).toISOString() : found;
        };
        const shown = JSON.parse(prettyJson(json, dates)) as Json;
        expect(canonicalJson(shown)).toBe(canonicalJson(withTimes(JSON.parse(json) as Json, dates)));
      }),
      { numRuns: 1000 },
    );
  });

  it('need no more bytes than their document', () => {
    const data = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'é'.repeat(index % 90) }));
    expect(prettyJson(JSON.stringify(data))).toBe(likeJavaScript(data));
  });
});

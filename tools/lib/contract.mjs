/** Compares the promises of the contracts with the titles of tests. Pure functions. */

const ID = '[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+';
const PROMISE = new RegExp(`^\\s*- \\*\\*(${ID})\\*\\*\\s+(.*)$`, 'gm');
/** A string that starts with one or more ids in square brackets, like a test title. */
const TITLE = new RegExp(`(['"\`])\\s*((?:\\[${ID}\\]\\s*)+)`, 'g');
const SWITCHED_OFF = /(?:\.(?:skip|todo)|\bx(?:it|test|describe))\s*\(\s*$/;

/** Returns the promises of a document, `- **ID** text`, in order. */
export const promisesIn = (markdown) =>
  [...markdown.matchAll(PROMISE)].map(([, id, text]) => ({ id, text: text.trim() }));

/** Returns the ids in the titles of a test file, without those of skipped tests. */
export const idsInTests = (source) =>
  [...source.matchAll(TITLE)]
    .filter((match) => !SWITCHED_OFF.test(source.slice(Math.max(0, match.index - 40), match.index)))
    .flatMap(([, , ids]) => [...ids.matchAll(new RegExp(ID, 'g'))].map(([id]) => id));

/** @returns per document its promises with the files that prove them; ids listed twice; ids that no document lists */
export function compare(documents, tests) {
  const provenBy = new Map();
  for (const { path, source } of tests)
    for (const id of new Set(idsInTests(source))) provenBy.set(id, [...(provenBy.get(id) ?? []), path]);
  const known = new Set();
  const duplicates = new Set();
  const results = documents.map(({ name, markdown }) => ({
    name,
    promises: promisesIn(markdown).map((promise) => {
      if (known.has(promise.id)) duplicates.add(promise.id);
      known.add(promise.id);
      return { ...promise, provenBy: provenBy.get(promise.id) ?? [] };
    }),
  }));
  const unknown = [...provenBy].filter(([id]) => !known.has(id)).map(([id, files]) => ({ id, files }));
  return { documents: results, duplicates: [...duplicates], unknown };
}

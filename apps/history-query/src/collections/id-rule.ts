import { valueAt, type Json } from '../json/json';

interface IdPart {
  path: readonly string[];
  /** Only the part after the last `/` of the value counts. */
  lastSegment: boolean;
  /** The field may be missing in documents. */
  optional: boolean;
}

/** Derives a document's id from its fields. */
export interface IdRule {
  /** The rule as written, for messages. */
  text: string;
  /** The first alternative whose values a document has counts. */
  alternatives: readonly (readonly IdPart[])[];
}

/** Reads a rule: paths joined by `|`, alternatives by `,`; of `path/` only what follows the last `/` counts, `path?` is optional. */
export function readIdRule(text: string): IdRule {
  return { text, alternatives: text.split(',').map((one) => one.split('|').map(readPart)) };
}

function readPart(text: string): IdPart {
  const [, path = '', slash, mark] = /^(.*?)(\/?)(\??)$/s.exec(text) ?? [];
  return { path: path.split('.'), lastSegment: slash === '/', optional: mark === '?' };
}

/** Returns a document's id by the rule; undefined when a value is missing, empty or not a text. */
export function idBy(rule: IdRule, document: Json): string | undefined {
  for (const parts of rule.alternatives) {
    const id = joined(parts, document);
    if (id !== undefined) return id;
  }
  return undefined;
}

function joined(parts: readonly IdPart[], document: Json): string | undefined {
  const values: string[] = [];
  for (const { path, lastSegment, optional } of parts) {
    const value = valueAt(document, path);
    if (optional && (value ?? '') === '') continue;
    if (typeof value !== 'string' || value === '') return undefined;
    values.push(lastSegment ? value.slice(value.lastIndexOf('/') + 1) : value);
  }
  return values.join('|');
}

/** Returns the ids of a crawl. Of equal names the one whose `apart` sorts first keeps the plain id, the others get `id|apart`. */
export function idsOf(documents: readonly Json[], rule: IdRule, apart?: IdRule): (string | undefined)[] {
  const found = documents.map((document) => ({
    id: idBy(rule, document),
    suffix: (apart && idBy(apart, document)) ?? '',
  }));
  const first = new Map<string | undefined, string>();
  for (const { id, suffix } of found) {
    const known = first.get(id);
    if (known === undefined || suffix < known) first.set(id, suffix);
  }
  return found.map(({ id, suffix }) =>
    id === undefined || first.get(id) === suffix ? id : `${id}|${suffix}`,
  );
}

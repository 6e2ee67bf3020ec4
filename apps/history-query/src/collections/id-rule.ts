import { valueAt, type Json } from '../json';

/** One value that an id is made of. */
interface IdPart {
  path: readonly string[];
  /** Only what follows the last `/` of the value counts. */
  lastSegment: boolean;
  /** Documents may do without. */
  optional: boolean;
}

/** How a document's id is made from its fields. */
export interface IdRule {
  /** The rule as it was written, for messages. */
  text: string;
  /** The first one of which a document has all values counts. */
  alternatives: readonly (readonly IdPart[])[];
}

/**
 * Reads a rule: dotted paths with `|` between them; of `path/` only what follows the value's last `/`
 * counts, `path?` may be missing. Alternatives have a comma between them.
 * `key|resourceType|resourceId`, `serialNumber/`, `name|setIdentifier?`, `publicIp,allocationId`.
 */
export function readIdRule(text: string): IdRule {
  return { text, alternatives: text.split(',').map((one) => one.split('|').map(readPart)) };
}

function readPart(text: string): IdPart {
  const [, path = '', slash, mark] = /^(.*?)(\/?)(\??)$/s.exec(text) ?? [];
  return { path: path.split('.'), lastSegment: slash === '/', optional: mark === '?' };
}

/** A document's id by the rule; undefined when a value is missing, empty or no text. */
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
    if (optional && (value === undefined || value === null || value === '')) continue;
    if (typeof value !== 'string' || value === '') return undefined;
    values.push(lastSegment ? value.slice(value.lastIndexOf('/') + 1) : value);
  }
  return values.join('|');
}

/**
 * The ids of all documents of a crawl. Where the provider lets several things have one name, `apart` tells
 * them apart: the one that sorts first keeps the plain id, the others get `id|apart`. So an id never
 * depends on the order in which they were listed.
 */
export function idsOf(
  documents: readonly Json[],
  rule: IdRule,
  apart: IdRule | undefined,
): (string | undefined)[] {
  const ids = documents.map((document) => idBy(rule, document));
  if (!apart) return ids;
  const suffixes = documents.map((document) => idBy(apart, document) ?? '');
  const first = new Map<string, string>();
  ids.forEach((id, index) => {
    const suffix = suffixes[index] ?? '';
    const known = id === undefined ? undefined : first.get(id);
    if (id !== undefined && (known === undefined || suffix < known)) first.set(id, suffix);
  });
  return ids.map((id, index) =>
    id === undefined || first.get(id) === suffixes[index] ? id : `${id}|${suffixes[index]}`,
  );
}

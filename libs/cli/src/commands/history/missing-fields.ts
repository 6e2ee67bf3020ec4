import type { Session } from '../../session/session.ts';
import { namesOf, type Document } from './columns.ts';

/** A record of a document with its times. */
interface DocumentRecord {
  data?: unknown;
}

/** Returns the documents of records. */
export const documentsOf = (records: readonly unknown[]): Document[] =>
  records.map((record) => ((record as DocumentRecord).data ?? {}) as Document);

const PLAIN_NAME = /^[\w.-]+$/;

/**
 * Notes the requested fields that no document has. Keys that are quoted or have a condition are left out: only the service
 * reads these.
 */
export function noteMissingFields(
  { terminal }: Pick<Session, 'terminal'>,
  fields: string | undefined,
  documents: readonly Document[],
): void {
  if (fields === undefined || /["~]/.test(fields) || documents.length === 0) return;
  for (const name of namesOf(fields)) {
    if (!PLAIN_NAME.test(name) || documents.some((one) => Object.hasOwn(one, name))) continue;
    const [first = '', ...rest] = name.split('.');
    const nested = rest.reduceRight((inner, key) => `${key}${inner && `:(${inner})`}`, '');
    // In a field selector a dot belongs to the key, in a condition it leads to a field of a field.
    const hint = nested === '' ? '' : `; a field of a field is ${first}:(${nested})`;
    terminal.note(`no document has the field ${name}${hint}`);
  }
}

import type { Address, Select } from '../address/parse-address';
import { isJsonObject, type Json } from '../json/json';
import type { Revision } from '../revisions/revision';
import { recordOrDocument } from './metadata-record';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

type Selecting = Pick<Address, 'selects' | 'modifiers'>;

/** Reports whether a revision satisfies every select argument; with `_meta` they apply to its metadata record (V2-SEL-3). */
export const isSelected = (revision: Revision, { selects, modifiers }: Selecting): boolean =>
  selects.length === 0 || matchesSelects(recordOrDocument(revision, modifiers.meta), selects);

/** Returns the select arguments that concern the document: with `_meta` those under `data.`, without this prefix. */
export const selectsOfDocument = ({
  selects,
  modifiers,
}: Selecting): readonly Pick<Select, 'path' | 'values'>[] =>
  modifiers.meta
    ? selects.flatMap(({ path: [root, ...path], values }) =>
        root === 'data' && path.length > 0 ? [{ path, values }] : [],
      )
    : selects;

/** Reports whether a document satisfies every select argument (V2-SEL-1 to V2-SEL-6). Current and past documents follow one rule (V2-SEL-7). */
export const matchesSelects = (root: Json, selects: readonly Select[]): boolean =>
  selects.every((select) => matchesAt(root, select.path, 0, select.values));

/** An array on the path or at its end matches when at least one element does. */
function matchesAt(
  value: Json | undefined,
  path: readonly string[],
  depth: number,
  accepted: readonly string[] | undefined,
): boolean {
  if (Array.isArray(value)) return value.some((element) => matchesAt(element, path, depth, accepted));
  const key = path[depth];
  if (key !== undefined)
    return (
      isJsonObject(value) && Object.hasOwn(value, key) && matchesAt(value[key], path, depth + 1, accepted)
    );
  if (value === undefined || value === null) return false;
  // Without values, anything but null and an empty text matches.
  if (!accepted) return value !== '';
  return typeof value !== 'object' && accepted.some((text) => equalsText(value, text));
}

/** Numbers are compared by decimal text, booleans ignoring case, times (ms) also by ISO text, strings exactly. */
function equalsText(value: string | number | boolean, text: string): boolean {
  if (typeof value === 'string') return value === text;
  if (typeof value === 'boolean') return String(value) === text.toLowerCase();
  return String(value) === text || (ISO_TIME.test(text) && Date.parse(text) === value);
}

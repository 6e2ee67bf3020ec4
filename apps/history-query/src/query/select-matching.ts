import type { Address, Select } from '../address/parse-address';
import { keysAt, keysOf } from '../current/select-keys';
import type { Json } from '../json/json';
import type { Revision } from '../revisions/revision';
import { recordOrDocument } from './metadata-record';

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
  selects.every(({ path, values }) => {
    const keys = keysAt(root, path);
    return keysOf(values).some((key) => keys.has(key));
  });

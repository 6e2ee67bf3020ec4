import type { Address } from '../address/address';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Json } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import { prettyBytes } from '../rendering/pretty-bytes';
import { prettyJson } from '../rendering/pretty-json';
import type { Revision } from '../revisions/revision';
import type { Piece } from './chunks';
import { plainFields, projectBytes } from './field-bytes';
import { LEFT_OUT, projectFields } from './field-projection';
import { recordDates, revisionRecord, revisionRecordJson } from './revision-record';

/**
 * Makes the JSON of one revision as the address asks for it (`_meta`, `_pp`, field selector); undefined
 * when a condition of the selector leaves it out. What is stored is rearranged without being parsed where that
 * is possible.
 */
export function documentRenderer(
  collection: CollectionDefinition,
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
  depth = 0,
): (revision: Revision) => Piece | undefined {
  const { meta, pp } = modifiers;
  const dates = meta ? recordDates(collection.dates) : collection.dates;
  const bytesOf = (revision: Revision): Buffer =>
    meta ? Buffer.from(revisionRecordJson(revision)) : revision.bytes;
  if (!selector) return pp ? (revision) => prettyBytes(bytesOf(revision), dates, depth) : bytesOf;
  const fields = pp ? undefined : plainFields(selector);
  if (fields) return (revision) => projectBytes(bytesOf(revision), fields);
  return (revision) => {
    const whole: Json = meta ? revisionRecord(revision) : revision.data;
    const shown = projectFields(whole, selector);
    if (shown === LEFT_OUT) return undefined;
    return pp ? prettyJson(shown, dates, depth) : canonicalJson(shown);
  };
}

/** How the texts of a list's elements become a list. */
export interface ListFrame {
  open: string;
  between: string;
  close: string;
  empty: string;
}

export const COMPACT_LIST: ListFrame = { open: '[', between: ',', close: ']', empty: '[]' };
export const PRETTY_LIST: ListFrame = { open: '[\n  ', between: ',\n  ', close: '\n]', empty: '[ ]' };

/** The pieces of a list, made as they are read. */
export function* renderList(
  revisions: readonly Revision[],
  frame: ListFrame,
  render: (revision: Revision) => Piece | undefined,
): Generator<Piece> {
  let any = false;
  for (const revision of revisions) {
    const text = render(revision);
    if (text === undefined) continue;
    yield any ? frame.between : frame.open;
    yield text;
    any = true;
  }
  yield any ? frame.close : frame.empty;
}

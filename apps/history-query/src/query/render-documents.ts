import type { Address } from '../address/address';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Json } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import { prettyJson } from '../rendering/pretty-json';
import type { Revision } from '../revisions/revision';
import { LEFT_OUT, projectFields } from './field-projection';
import { recordDates, revisionRecord, revisionRecordJson } from './revision-record';

/**
 * Makes the text of one revision as the address asks for it (`_meta`, `_pp`, field selector); undefined
 * when a condition of the selector leaves it out.
 */
export function documentRenderer(
  collection: CollectionDefinition,
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
  depth = 0,
): (revision: Revision) => string | undefined {
  const { meta, pp } = modifiers;
  if (!selector && !pp) return meta ? revisionRecordJson : (revision) => revision.json;
  const dates = meta ? recordDates(collection.dates) : collection.dates;
  return (revision) => {
    const whole: Json = meta ? revisionRecord(revision) : revision.data;
    const shown = selector ? projectFields(whole, selector) : whole;
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
  render: (revision: Revision) => string | undefined,
): Generator<string> {
  let any = false;
  for (const revision of revisions) {
    const text = render(revision);
    if (text === undefined) continue;
    yield (any ? frame.between : frame.open) + text;
    any = true;
  }
  yield any ? frame.close : frame.empty;
}

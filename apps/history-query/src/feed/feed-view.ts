import { malformed } from '@portolan/service';
import type { Address } from '../address/address';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Target } from '../collections/collections';
import type { Json } from '../json';
import { LEFT_OUT, projectFields } from '../query/field-projection';
import { revisionRecord } from '../query/revision-record';
import { matchesSelects } from '../query/select-matching';
import type { Revision } from '../revisions/revision';

/** Modifiers that mean nothing where there is no list: the feed begins now, or after `Last-Event-ID`. */
const NOT_OF_FEEDS = ['at', 'since', 'until', 'limit', 'callback'] as const;

/** What of a collection a client follows, and how it wants it shown. */
export interface FeedView {
  collection: CollectionDefinition;
  modifiers: Address['modifiers'];
  /** A revision as the client sees it: undefined when it is not among what is followed. */
  look: (revision: Revision) => Json | undefined;
}

/**
 * The view of a change feed: ids, select arguments and field selector choose and trim as they do in lists.
 *
 * @throws ServiceError (malformed) for a modifier that no feed can obey
 */
export function feedView(address: Address, { collection, ids }: Target): FeedView {
  const { selects, selector, modifiers } = address;
  for (const name of NOT_OF_FEEDS) {
    if (modifiers[name] === undefined) continue;
    throw malformed(`_${name}`, `invalid argument: "_${name}", a change feed can't obey it`);
  }
  const wanted = ids && new Set(ids);
  const look = (revision: Revision): Json | undefined => {
    if (wanted && !wanted.has(revision.id)) return undefined;
    const whole = modifiers.meta ? revisionRecord(revision) : revision.data;
    if (!matchesSelects(whole, selects)) return undefined;
    // Future documents are unknown when the feed opens: nulls are left out, not refused.
    const shown = selector ? projectFields(whole, selector, 'fail') : whole;
    return shown === LEFT_OUT ? undefined : shown;
  };
  return { collection, modifiers, look };
}

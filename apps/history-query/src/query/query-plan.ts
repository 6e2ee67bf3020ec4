import type { Address } from '../address/address';
import type { Target } from '../collections/collections';

/** What a request wants, derived from its address (reference: history, Modifiers, derived flags). */
export interface QueryPlan extends Target {
  address: Address;
  /** One document, not a list. */
  single: boolean;
  /** Every revision, not only the newest of each document. */
  everyRevision: boolean;
  /** Documents, not only their ids. */
  expand: boolean;
  /** From the stored revisions; otherwise from the current documents. */
  fromHistory: boolean;
}

export function planQuery(address: Address, target: Target): QueryPlan {
  const { all, at, since, until, meta, expand } = address.modifiers;
  const { collection, ids } = target;
  const hasId = ids !== undefined;
  const everyRevision = all || (hasId && (since !== undefined || until !== undefined));
  return {
    collection,
    ids,
    address,
    everyRevision,
    single: hasId && !address.idList && !everyRevision,
    expand: hasId || meta || everyRevision || expand,
    fromHistory: everyRevision || at !== undefined || since !== undefined,
  };
}

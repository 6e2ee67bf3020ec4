import type { Address } from '../address/address';
import type { Target } from '../collections/collections';

/** What a request wants, derived from its address (reference: history, Modifiers, derived flags). */
export interface QueryPlan extends Target {
  address: Address;
  /** One document, not a list. */
  single: boolean;
  /** Every revision, not only the newest of each document. */
  everyRevision: boolean;
  /** The revisions of a document become one: a group over a time range shows all its members. */
  merged: boolean;
  /** Each revision of a group by itself tells until when it was valid; not when revisions are compared. */
  ended: boolean;
  /** Documents, not only their ids. */
  expand: boolean;
  /** From the stored revisions; otherwise from the current documents. */
  fromHistory: boolean;
}

export function planQuery(address: Address, target: Target): QueryPlan {
  const { all, at, since, until, meta, expand, diff } = address.modifiers;
  const { collection, ids } = target;
  const hasId = ids !== undefined;
  const hasRange = since !== undefined || (hasId && until !== undefined);
  const everyRevision = all || (hasId && hasRange);
  const isGroup = collection.source.kind === 'group' && diff === undefined;
  const merged = isGroup && hasRange && !all;
  return {
    collection,
    ids,
    address,
    everyRevision,
    merged,
    ended: isGroup && !merged,
    single: hasId && !address.idList && !everyRevision,
    expand: hasId || meta || everyRevision || expand,
    fromHistory: everyRevision || at !== undefined || since !== undefined,
  };
}

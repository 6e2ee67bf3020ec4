import type { ServiceError } from '@portolan/service';
import type { Address } from '../address/parse-address';
import type { Target } from '../collections/collections';
import { goneRecord, unknownRecord } from '../errors/document-errors';
import type { Revision } from '../revisions/revision';

/** The query that an address describes: its target and the flags that follow from its modifiers (V2-MOD-20). */
export interface QueryPlan extends Target {
  address: Address;
  single: boolean;
  /** Every revision, not only the newest of each document. */
  everyRevision: boolean;
  /** Merges the revisions of a group over a time range, to show all its members. */
  merged: boolean;
  /** Each revision of a group shows its `end`; not with `_diff`. */
  showsEnds: boolean;
  /** Documents, not only their ids. */
  expand: boolean;
  /** Reads stored revisions; otherwise the current documents. */
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
    showsEnds: isGroup && !merged,
    single: hasId && !address.idList && !everyRevision,
    expand: hasId || meta || everyRevision || expand,
    fromHistory: everyRevision || at !== undefined || since !== undefined,
  };
}

/** Returns the error of a document that is not served: gone if it is no longer valid (V2-ERR-3), else not found (V2-ERR-2). */
export const missingDocument = (
  { collection: { name }, ids: [id = ''] = [] }: Pick<QueryPlan, 'ids'> & { collection: { name: string } },
  newest?: Revision,
): ServiceError =>
  newest === undefined || newest.isOpen ? unknownRecord(name, id) : goneRecord(name, id, newest.ltime);

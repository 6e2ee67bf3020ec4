import type { Address } from '../address/address';
import { FULL_DOCUMENT } from '../address/modifiers';
import type { CollectionDefinition } from '../collections/collection-definition';
import { prettyJson } from '../rendering/pretty-json';
import { unifiedDiff, type DiffSide } from '../rendering/unified-diff';
import type { Revision } from '../revisions/revision';

/**
 * One block for each pair of neighbouring revisions of a document, the newest pair first, from old to new
 * (reference: history, `_diff` output). Compared is the pretty-printed document, never its metadata.
 *
 * @param revisions of one id, newest first
 */
export function* revisionDiffs(
  collection: CollectionDefinition,
  revisions: readonly Revision[],
  context: NonNullable<Address['modifiers']['diff']>,
): Generator<string> {
  const lines = context === FULL_DOCUMENT ? undefined : context;
  const sides = revisions.map((revision) => sideOf(collection, revision));
  for (let newer = 0; newer + 1 < sides.length; newer++) {
    yield unifiedDiff(sides[newer + 1]!, sides[newer]!, lines);
  }
}

/** Named by the address at which that revision can be read. */
function sideOf(collection: CollectionDefinition, revision: Revision): DiffSide {
  return {
    name: `/api/v2/${collection.name}/${encodeURIComponent(revision.id)};_pp;_at=${revision.stime}`,
    text: prettyJson(revision.data, collection.dates),
  };
}

/** Revisions by id, in the order in which the ids first appear. */
export function groupById(revisions: readonly Revision[]): [Revision, ...Revision[]][] {
  const groups = new Map<string, [Revision, ...Revision[]]>();
  for (const revision of revisions) {
    const group = groups.get(revision.id);
    if (group) group.push(revision);
    else groups.set(revision.id, [revision]);
  }
  return [...groups.values()];
}

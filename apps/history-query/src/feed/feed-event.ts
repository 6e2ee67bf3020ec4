import type { Json, JsonObject } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import { jsonPatch } from '../rendering/json-patch';
import { prettyJson } from '../rendering/pretty-json';
import { recordDates, revisionTimes } from '../query/revision-record';
import { revisionDiffs } from '../query/revision-diff';
import type { Change } from './change';
import type { FeedView } from './feed-view';

/** What happened to a document, as a client sees it. */
const ChangeKind = {
  Added: 'added',
  Changed: 'changed',
  Removed: 'removed',
} as const;
type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind];

/**
 * What a change is to a client that follows a part of a collection; undefined when it is nothing to it. A
 * document that begins to be among what is followed is `added`, one that no longer is `removed`: with
 * `ltime` null when it is still valid. Without a difference in what is shown there is no change.
 */
export function feedEvent({ revision, previous }: Change, view: FeedView): JsonObject | undefined {
  const older = previous && view.look(previous);
  const newer = revision.isOpen ? view.look(revision) : undefined;
  const kind = kindOf(older, newer);
  const patch = patchOf(older, newer);
  if (!kind || (kind === ChangeKind.Changed && patch.length === 0)) return undefined;
  const { diff, expand } = view.modifiers;
  const event: JsonObject = { id: revision.id, kind, ...revisionTimes(revision) };
  if (expand) event.document = newer ?? null;
  if (diff === undefined) return { ...event, patch };
  const compared = kind === ChangeKind.Changed && previous ? [revision, previous] : [];
  return { ...event, diff: [...revisionDiffs(view.collection, compared, diff)].join('') };
}

function kindOf(older: Json | undefined, newer: Json | undefined): ChangeKind | undefined {
  if (newer === undefined) return older === undefined ? undefined : ChangeKind.Removed;
  return older === undefined ? ChangeKind.Added : ChangeKind.Changed;
}

/** From nothing and to nothing the operations are about the whole document. */
function patchOf(older: Json | undefined, newer: Json | undefined): Json[] {
  if (newer === undefined) return [{ op: 'remove', path: '' }];
  if (older === undefined) return [{ op: 'add', path: '', value: newer }];
  return jsonPatch(older, newer);
}

/** An event as it is sent (`_pp`: one line of it a data line). */
export function eventFrame(id: string, event: JsonObject, view: FeedView): string {
  const { meta, pp } = view.modifiers;
  const dates = view.collection.dates;
  const text = pp
    ? prettyJson(event, { ...recordDates({}), document: meta ? recordDates(dates) : dates })
    : canonicalJson(event);
  return `id: ${id}\n${text.replace(/^/gm, 'data: ')}\n\n`;
}

/** Tells how far the client is without telling it anything else; keeps the connection open. */
export const positionFrame = (id: string): string => `:\nid: ${id}\n\n`;

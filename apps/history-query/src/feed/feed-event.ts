import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import type { Address } from '../address/parse-address';
import { quote } from '../errors/quote';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Target } from '../collections/collections';
import { canonicalJson, type Json, type JsonObject } from '../json/json';
import { jsonPatch } from '../json/json-patch';
import { prettyJson } from '../json/pretty-json';
import { LEFT_OUT } from '../query/field-conditions';
import { projectFields } from '../query/field-projection';
import { recordDates, revisionTimes, recordOrDocument } from '../query/metadata-record';
import { revisionDiffs } from '../query/revision-diff';
import { matchesSelects } from '../query/select-matching';
import type { Revision } from '../revisions/revision';
import type { Change, Extent } from './change.repository';

/** Modifiers of lists only: a feed begins now, or after `Last-Event-ID`. */
const LIST_ONLY_MODIFIERS = ['at', 'since', 'until', 'limit', 'callback', 'who'] as const;

export interface FeedView {
  collection: CollectionDefinition;
  modifiers: Address['modifiers'];
  /** Returns a revision as the client sees it; undefined when it is not followed. */
  shownToClient: (revision: Revision) => Json | undefined;
}

/** Returns the view of a change feed. @throws ServiceError (malformed) for a modifier that feeds do not support */
export function feedView(address: Address, { collection, ids }: Target): FeedView {
  const { selects, selector, modifiers } = address;
  for (const name of LIST_ONLY_MODIFIERS) {
    if (modifiers[name] === undefined || modifiers[name] === false) continue;
    throw malformed(`_${name}`, `invalid argument: "_${name}", change feeds do not support this modifier`);
  }
  const wanted = ids && new Set(ids);
  const shownToClient = (revision: Revision): Json | undefined => {
    if (wanted && !wanted.has(revision.id)) return undefined;
    const whole = recordOrDocument(revision, modifiers.meta);
    if (!matchesSelects(whole, selects)) return undefined;
    // Future documents are unknown when the feed opens, so a regular expression does not match null instead of being refused.
    const shown = selector ? projectFields(whole, selector, 'noMatch') : whole;
    return shown === LEFT_OUT ? undefined : shown;
  };
  return { collection, modifiers, shownToClient };
}

/**
 * Returns the change as the client sees it: a document that enters the followed part is `added`, one that drops out is `removed`;
 * undefined without a visible difference.
 */
export function feedEvent({ revision, previous }: Change, view: FeedView): JsonObject | undefined {
  const older = previous && view.shownToClient(previous);
  const newer = revision.isOpen ? view.shownToClient(revision) : undefined;
  const isChanged = older !== undefined && newer !== undefined;
  const patch = patchOf(older, newer);
  if (patch.length === 0) return undefined;
  const { diff, expand } = view.modifiers;
  const kind = isChanged ? 'changed' : newer === undefined ? 'removed' : 'added';
  const event: JsonObject = { id: revision.id, kind, ...revisionTimes(revision) };
  if (expand) event.document = newer ?? null;
  if (diff === undefined) return { ...event, patch };
  const compared = isChanged && previous ? [revision, previous] : [];
  return { ...event, diff: [...revisionDiffs(view.collection, compared, diff)].join('') };
}

/** For added and removed documents the operations concern the whole document; empty without a visible difference. */
function patchOf(older: Json | undefined, newer: Json | undefined): Json[] {
  if (newer === undefined) return older === undefined ? [] : [{ op: 'remove', path: '' }];
  return older === undefined ? [{ op: 'add', path: '', value: newer }] : jsonPatch(older, newer);
}

/** Formats an event (`_pp`: one data line per line). */
export function eventFrame(id: string, event: JsonObject, { collection, modifiers }: FeedView): string {
  const { dates } = collection;
  const json = canonicalJson(event);
  const document = modifiers.meta ? recordDates(dates) : dates;
  const text = modifiers.pp ? prettyJson(json, { ...recordDates({}), document }) : json;
  return `id: ${id}\n${text.replace(/^/gm, 'data: ')}\n\n`;
}

/** Reports the client's position and keeps the connection open. */
export const positionFrame = (id: string): string => `:\nid: ${id}\n\n`;

const EVENT_ID = /^\d{1,15}(?:\.\d{1,15})*$/;

/** Reports whether all changes after a sequence number are kept. */
export const isCovered = (seq: number, { last, purged }: Extent): boolean => seq >= purged && seq <= last;

/** Returns the event id of a position in each of a feed's collections. */
export const eventId = (seqs: readonly number[]): string => seqs.join('.');

/**
 * Returns where a feed starts: after `Last-Event-ID`, or after the last changes.
 * @param collection `area/name`
 * @throws ServiceError: malformed; gone when later changes were purged, or the id is from another installation, other accounts or a restored
 * database
 */
export function startOf(
  lastEventId: string | undefined,
  extents: readonly Extent[],
  collection: string,
): number[] {
  const lasts = extents.map(({ last }) => last);
  if (lastEventId === undefined || lastEventId === '') return lasts;
  if (!EVENT_ID.test(lastEventId))
    throw malformed(
      'Last-Event-ID',
      `Last-Event-ID must be the id of an event of this feed, not ${quote(lastEventId)}`,
    );
  const seqs = lastEventId === '0' ? extents.map(() => 0) : lastEventId.split('.').map(Number);
  const isOurs = seqs.length === extents.length && lasts.every((last, index) => seqs[index]! <= last);
  if (isOurs && extents.every((extent, index) => isCovered(seqs[index]!, extent))) return seqs;
  const reason = isOurs
    ? 'and some after it are no longer kept'
    : `is unknown, the last one is ${eventId(lasts)}`;
  throw new ServiceError(
    ErrorKind.Gone,
    `change ${lastEventId} of collection ${collection.replace('/', '.')} ${reason}. ` +
      'List the collection again and follow from there',
  );
}

import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import { quote } from '../address/percent-decoding';
import type { Extent } from './change.repository';

const EVENT_ID = /^\d{1,15}(?:\.\d{1,15})*$/;

/** True when every change after a sequence number can still be told. */
export const isCovered = (seq: number, { last, purged }: Extent): boolean => seq >= purged && seq <= last;

/** The event id that stands for a place in each of the collections that a feed is about. */
export const eventId = (seqs: readonly number[]): string => seqs.join('.');

/**
 * Where a feed begins: after the changes that `Last-Event-ID` names, or after the last ones there are.
 *
 * @param extents of each collection that the feed is about
 * @param collection `area/name`, for messages
 * @throws ServiceError: malformed; gone when what follows is not kept (any more), or when there are no such
 *   changes yet: the id is of another installation, of other accounts, or of a database that was put back
 */
export function startOf(
  lastEventId: string | undefined,
  extents: readonly Extent[],
  collection: string,
): number[] {
  if (lastEventId === undefined || lastEventId === '') return extents.map(({ last }) => last);
  if (!EVENT_ID.test(lastEventId))
    throw malformed('Last-Event-ID', `invalid event id: ${quote(lastEventId)}`);
  const seqs = lastEventId === '0' ? extents.map(() => 0) : lastEventId.split('.').map(Number);
  const places = extents.map((extent, index) => ({ extent, seq: seqs[index] ?? Infinity }));
  if (seqs.length === extents.length && places.every(({ extent, seq }) => isCovered(seq, extent)))
    return seqs;
  const unknown = seqs.length !== extents.length || places.some(({ extent, seq }) => seq > extent.last);
  const reason = unknown
    ? `is not known, the last one is ${eventId(extents.map(({ last }) => last))}`
    : 'and some after it are no longer kept';
  throw new ServiceError(
    ErrorKind.Gone,
    `change ${lastEventId} of collection ${collection.replace('/', '.')} ${reason}. ` +
      'List the collection anew and follow on from there',
  );
}

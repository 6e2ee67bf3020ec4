import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import { quote } from '../address/percent-decoding';
import type { Extent } from './change.repository';

const EVENT_ID = /^\d{1,15}$/;

/** True when every change after a sequence number can still be told. */
export const isCovered = (seq: number, { last, purged }: Extent): boolean => seq >= purged && seq <= last;

/**
 * Where a feed begins: after the change that `Last-Event-ID` names, or after the last one there is.
 *
 * @param collection `area/name`, for messages
 * @throws ServiceError: malformed; gone when what follows that change is not kept (any more), or when there
 *   is no such change yet: the id is of another installation, or of a database that was put back
 */
export function startOf(lastEventId: string | undefined, extent: Extent, collection: string): number {
  if (lastEventId === undefined || lastEventId === '') return extent.last;
  if (!EVENT_ID.test(lastEventId))
    throw malformed('Last-Event-ID', `invalid event id: ${quote(lastEventId)}`);
  const seq = Number(lastEventId);
  if (isCovered(seq, extent)) return seq;
  const reason =
    seq > extent.last
      ? `is not known, the last one is ${extent.last}`
      : 'and some after it are no longer kept';
  throw new ServiceError(
    ErrorKind.Gone,
    `change ${seq} of collection ${collection.replace('/', '.')} ${reason}. List the collection anew and follow on from there`,
  );
}

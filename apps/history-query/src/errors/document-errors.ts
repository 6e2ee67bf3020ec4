import { ErrorKind, ServiceError, malformed, notFound } from '@portolan/service';

/** Error messages that clients rely on (V2-ERR-2, V2-ERR-3, V2-MOD-17). */

const dotted = (collection: string): string => collection.replace('/', '.');

export const unknownRecord = (collection: string, id: string): ServiceError =>
  notFound(`record "${id}" not found in collection ${dotted(collection)}`);

/** @param lastSeen until when the document was valid, ms */
export const goneRecord = (collection: string, id: string, lastSeen: number): ServiceError =>
  new ServiceError(
    ErrorKind.Gone,
    `record "${id}" is no longer valid in collection ${dotted(collection)}. ` +
      `Use _at, _since or _all arguments to fetch historical records.  Last seen at ${lastSeen}`,
  );

export const diffWithoutId = (collection: string): ServiceError =>
  malformed('_diff', `_diff argument requires use of resource id: ${dotted(collection)}`);

export const patchOfMany = (): ServiceError =>
  malformed('_diff', '_diff as a JSON Patch compares the revisions of one id');

export const nothingToDiff = (found: number): ServiceError =>
  malformed('_diff', `_diff requires at least 2 documents, only ${found} found`);

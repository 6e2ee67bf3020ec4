import { ErrorKind, ServiceError } from '@portolan/service';

/** Entries that lists of the contract have at the most: more are 412 (V3-LIMIT-1). */

/** Criteria of a job or a command: each is compared with every resource. */
export const CRITERIA_LIMIT = 100;

/** Tags of a resource, a job or a criterion, and of one search. */
export const TAGS_LIMIT = 1000;

/** Configurations and dependencies: each is a file that a node fetches. */
export const FILES_LIMIT = 1000;

/** Resources that another one is linked to. */
export const LINKS_LIMIT = 1000;

/** @throws ServiceError (constraint) when a list that grew by several requests has too many entries */
export function requireRoom(list: string, entries: number, limit: number): void {
  if (entries <= limit) return;
  throw new ServiceError(ErrorKind.Constraint, `${list} must have at most ${limit} entries, not ${entries}`);
}

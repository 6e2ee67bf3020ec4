import { ErrorKind, ServiceError } from '@portolan/service';

/**
 * Returns the maximum number of active jobs of a user.
 * @param overrides `user=limit`, each overrides `limit`
 * @returns 0 when there is no limit
 */
export function activeLimitOf(user: string, limit: number, overrides: readonly string[]): number {
  const own = overrides.findLast((entry) => entry.slice(0, entry.lastIndexOf('=')) === user);
  return own === undefined ? limit : Number(own.slice(own.lastIndexOf('=') + 1));
}

/** Returns the error of a user with too many active jobs; clients match on its text (docs/contract/jobs.md, Submission). */
export const limitExceeded = (active: number, limit: number): ServiceError =>
  new ServiceError(ErrorKind.TooMany, `User exceeded active jobs limit (${active}/${limit})`);

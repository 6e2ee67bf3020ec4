import { ErrorKind, ServiceError } from '@portolan/service';

/**
 * How many active jobs a user may have.
 *
 * @param overrides `user=limit`, each goes before `limit`
 * @returns 0 when there is no limit
 */
export function activeLimitOf(user: string, limit: number, overrides: readonly string[]): number {
  const own = overrides.findLast((entry) => entry.slice(0, entry.lastIndexOf('=')) === user);
  return own === undefined ? limit : Number(own.slice(own.lastIndexOf('=') + 1));
}

/** reference: jobs §2.3 */
export const limitExceeded = (active: number, limit: number): ServiceError =>
  new ServiceError(ErrorKind.TooMany, `User exceeded active jobs limit (${active}/${limit})`);

import { actingUser, type Principal } from '@portolan/service';

/** Recorded when a request names no user. */
const ANONYMOUS = 'anonymous';

/** The user of jobs that the service starts and ends by itself. */
export const PLATFORM_USER = 'portolan';

/** Returns the requesting user; a blank name counts as absent. @throws 403 for a name that is not the caller's */
export function requesterOf(user: string | undefined, caller?: Principal): string {
  return actingUser(caller, user) ?? ANONYMOUS;
}

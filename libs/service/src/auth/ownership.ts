import { Role, Via, hasRole, type Principal } from './principal';
import { forbidden } from './refusals';

/** Whether clients were asked who they are; without that everybody is who he says. */
const isKnown = (principal: Principal | undefined): principal is Principal =>
  principal !== undefined && principal.via !== Via.None;

/**
 * In whose name a request acts.
 *
 * @param named whom the request itself names
 * @returns the name; undefined when nobody is named and nobody was asked
 * @throws ServiceError (forbidden) when it names another than who sends it, who is no admin
 */
export function actingUser(
  principal: Principal | undefined,
  named: string | null | undefined,
): string | undefined {
  const given = named?.trim() ? named : undefined;
  if (!isKnown(principal) || principal.launch) return given;
  if (given === undefined || given === principal.subject) return principal.subject;
  if (hasRole(principal, Role.Admin)) return given;
  throw forbidden(`${principal.subject} can not act in the name of ${given}`);
}

/** Whether what belongs to others may be changed. Processes of a job are judged by the rule of the route. */
export const mayChangeAll = (principal: Principal | undefined): boolean =>
  !isKnown(principal) || principal.launch !== undefined || hasRole(principal, Role.Admin);

/** Whether something that belongs to `owner` may be changed. A name is one client, however it was shown (docs/authentication.md). */
export const mayChange = (principal: Principal | undefined, owner: string): boolean =>
  mayChangeAll(principal) || principal?.subject === owner;

/** @param what `job 17` @throws ServiceError (forbidden) when it belongs to another, unless an admin asks */
export function requireOwner(principal: Principal | undefined, owner: string, what: string): void {
  if (!mayChange(principal, owner))
    throw forbidden(`${what} belongs to ${owner}: only its owner or an admin may do this`);
}

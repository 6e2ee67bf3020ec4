import { isInvisible } from '@portolan/validation';
import { Role, Via, hasRole, type Principal } from '../identity/principal';
import { forbidden } from '../identity/refusals';

/** Reports whether the client was authenticated. Without authentication, any claimed name is accepted. */
const isKnown = (principal: Principal | undefined): principal is Principal =>
  principal !== undefined && principal.via !== Via.None;

/**
 * Returns the user for whom a request acts; undefined without a named user and without authentication.
 * @throws ServiceError (forbidden) when the request names another user and its sender is not an admin
 */
export function actingUser(
  principal: Principal | undefined,
  named: string | null | undefined,
): string | undefined {
  const given = isInvisible(named ?? '') ? undefined : (named ?? undefined);
  if (!isKnown(principal) || principal.launch) return given;
  if (given === undefined || given === principal.subject) return principal.subject;
  if (hasRole(principal, Role.Admin)) return given;
  throw forbidden(`${principal.subject} cannot act in the name of ${given}: only an admin can`);
}

/** Reports whether the caller may change resources of other owners. Processes of a job are judged by the rule of the route. */
export const mayChangeAll = (principal: Principal | undefined): boolean =>
  !isKnown(principal) || principal.launch !== undefined || hasRole(principal, Role.Admin);

/** Reports whether the caller may change something of `owner`. Equal names are one client (docs/authentication.md). */
export const mayChange = (principal: Principal | undefined, owner: string): boolean =>
  mayChangeAll(principal) || principal?.subject === owner;

/** @param what `job 17` @throws ServiceError (forbidden) unless the caller is the owner or an admin */
export function requireOwner(principal: Principal | undefined, owner: string, what: string): void {
  if (!mayChange(principal, owner))
    throw forbidden(`${what} belongs to ${owner}: only its owner or an admin may do this`);
}

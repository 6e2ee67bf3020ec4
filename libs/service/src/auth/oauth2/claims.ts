import type { Role } from '../principal';
import { rolesOf, type RoleMap } from '../roles';

/** Which claims of a token tell what. */
export interface ClaimSettings {
  subjectClaim: string;
  rolesClaim: string;
  roleMap: RoleMap;
  defaultRole: Role | undefined;
}

/** A claim by its name; when there is none of that name, dots lead into objects (`realm_access.roles`). */
export function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The client's name; undefined when the token names nobody. */
export function subjectOf(
  claims: Readonly<Record<string, unknown>>,
  settings: ClaimSettings,
): string | undefined {
  const subject = claimOf(claims, settings.subjectClaim);
  return typeof subject === 'string' && subject.trim() !== '' ? subject : undefined;
}

/** The client's roles: a list of texts, or words in a text as of `scope`. What is no text gives no role. */
export function rolesIn(claims: Readonly<Record<string, unknown>>, settings: ClaimSettings): Role[] {
  const given = claimOf(claims, settings.rolesClaim);
  const names = Array.isArray(given)
    ? given.filter((name) => typeof name === 'string')
    : typeof given === 'string'
      ? given.split(/\s+/)
      : [];
  return rolesOf(names, settings.roleMap, { own: true, fallback: settings.defaultRole });
}

import { Role } from './principal';

const OWN_NAMES: readonly string[] = Object.values(Role);

/** Which role a name stands for. */
export type RoleMap = ReadonlyMap<string, Role>;

/** @param entries `<name>=<role>`, the role after the last `=`, checked already */
export function readRoleMap(entries: readonly string[]): RoleMap {
  return new Map(
    entries.map((entry) => {
      const at = entry.lastIndexOf('=');
      return [entry.slice(0, at).trim(), entry.slice(at + 1).trim() as Role];
    }),
  );
}

/**
 * The roles that names give: those of the map, and the roles' own names where `own` says so.
 *
 * @param fallback the role when they give none
 */
export function rolesOf(
  names: readonly string[],
  map: RoleMap,
  { own, fallback }: { own: boolean; fallback: Role | undefined },
): Role[] {
  const found = names.flatMap(
    (name) => map.get(name) ?? (own && OWN_NAMES.includes(name) ? (name as Role) : []),
  );
  if (found.length > 0) return [...new Set(found)];
  return fallback ? [fallback] : [];
}

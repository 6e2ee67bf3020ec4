import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json';

/** The members that a group's document lists. */
export function membersOf(group: Json): JsonObject[] {
  const list = fieldOf(group, 'instances');
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The id of a member; empty for an entry without one. */
export function memberId(member: Json): string {
  const id = fieldOf(member, 'instanceId');
  return typeof id === 'string' ? id : '';
}

/** The slots that a group's document tells, by member. */
export function slotsIn(group: Json): Map<string, number> {
  const slots = new Map<string, number>();
  for (const member of membersOf(group)) {
    const slot = fieldOf(member, 'slot');
    if (typeof slot === 'number') slots.set(memberId(member), slot);
  }
  return slots;
}

/**
 * True when two documents of a group have the same members: then whatever else differs makes no revision
 * (resource-history-v2, Collection areas, rule 1).
 */
export function sameMembers(older: Json, newer: Json): boolean {
  const [before, after] = [older, newer].map((group) => membersOf(group).map(memberId).sort()) as [
    string[],
    string[],
  ];
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

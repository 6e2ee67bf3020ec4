import { isJsonObject, type Json, type JsonObject } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import { Revision } from '../revisions/revision';
import { memberId, membersOf } from './group-members';

const endOf = (revision: Revision): number | null => (revision.isOpen ? null : revision.ltime);

/**
 * A group's document as it is stored: `end` of the group and of each member is there and null, whatever another system's
 * export says; it follows from when the revision ends.
 */
export function withoutEnds(group: Json): Json {
  if (!isJsonObject(group)) return group;
  const ended: JsonObject = { ...group, end: null };
  if (Array.isArray(group.instances))
    ended.instances = group.instances.map((member) =>
      isJsonObject(member) ? { ...member, end: null } : member,
    );
  return ended;
}

/**
 * One revision of a group over a time range (resource-history-v2, Collection areas, rule 6; reference:
 * history, Query-time merge), or by itself: the newest revision with all members that any of them had, each as it was
 * seen last. `end` is when the group saw the member for the last time, null while it does.
 *
 * @param revisions of one group, newest first, at least one
 */
export function mergeGroup(revisions: readonly [Revision, ...Revision[]]): Revision {
  const [newest] = revisions;
  if (!isJsonObject(newest.data)) return newest;
  const members = new Map<string, Json>();
  for (const revision of revisions) {
    const end = endOf(revision);
    for (const member of membersOf(revision.data)) {
      const id = memberId(member);
      if (!members.has(id)) members.set(id, { ...member, end });
    }
  }
  const merged: JsonObject = { ...newest.data, end: endOf(newest), instances: [...members.values()] };
  return new Revision(newest.id, newest.times, canonicalJson(merged), newest.tags);
}

import { canonicalJson, fieldOf, isJsonObject, type Json, type JsonObject } from '../json/json';
import { Revision } from '../revisions/revision';

/** States in which an instance is not, or no longer, a member of its group. */
const ABSENT_STATES: ReadonlySet<Json> = new Set(['pending', 'shutting-down', 'terminating', 'terminated']);

/** Fields of the auto scaling group that its document contains unchanged. */
const GROUP_FIELDS = [
  ...['autoScalingGroupName', 'availabilityZones', 'desiredCapacity', 'launchConfigurationName'],
  ...['loadBalancerNames', 'maxSize', 'minSize'],
];

const MEMBER_FIELDS = [
  'availabilityZone',
  'healthStatus',
  'instanceId',
  'launchConfigurationName',
  'lifecycleState',
];

/** The basic details that the own document of a member contributes (V2-AREA-5). */
const INSTANCE_FIELDS = [
  ...['imageId', 'instanceType', 'launchTime', 'platform', 'privateIpAddress', 'publicDnsName'],
  ...['publicIpAddress', 'vpcId'],
];

export function membersOf(group: Json): JsonObject[] {
  const list = fieldOf(group, 'instances');
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function textOf(document: Json, field: string): string {
  const text = fieldOf(document, field);
  return typeof text === 'string' ? text : '';
}

/** Returns the id of an auto scaling group; empty for one without a name. */
export const groupId = (group: Json): string => textOf(group, 'autoScalingGroupName');

/** Returns the id of a member; empty for an entry without one. */
export const memberId = (member: Json): string => textOf(member, 'instanceId');

export function slotsIn(group: Json): Map<string, number> {
  const slots = new Map<string, number>();
  for (const member of membersOf(group)) {
    const slot = fieldOf(member, 'slot');
    if (typeof slot === 'number') slots.set(memberId(member), slot);
  }
  return slots;
}

/** Reports whether two documents of a group have the same members: any other difference makes no revision (V2-AREA-4). */
export function sameMembers(older: Json, newer: Json): boolean {
  const idsOf = (group: Json): string[] => membersOf(group).map(memberId).sort();
  const [before, after] = [idsOf(older), idsOf(newer)];
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

export interface Membership {
  member: Json;
  instance: Json;
}

/** Returns the present members in the group's order: their instance is known, has started and has not ended. @param instances by id */
export function presentMembers(group: Json, instances: ReadonlyMap<string, Json>): Membership[] {
  return membersOf(group).flatMap((member) => {
    const instance = instances.get(memberId(member));
    const state = fieldOf(fieldOf(instance, 'state'), 'name');
    if (instance === undefined || (state !== undefined && ABSENT_STATES.has(state))) return [];
    return [{ member, instance }];
  });
}

/** Returns the document of a group (V2-DOC-1). `end` is stored as null and set by queries of the past (V2-AREA-13). */
export function groupDocument(
  group: Json,
  members: readonly Membership[],
  slots: ReadonlyMap<string, number>,
): JsonObject {
  const instances = members.map(({ member, instance }) => ({
    ...pick(member, MEMBER_FIELDS),
    ...pick(instance, INSTANCE_FIELDS),
    slot: slots.get(memberId(member)) ?? null,
    start: fieldOf(instance, 'launchTime') ?? null,
    end: null,
  }));
  return {
    ...pick(group, GROUP_FIELDS),
    name: fieldOf(group, 'autoScalingGroupName') ?? null,
    start: fieldOf(group, 'createdTime') ?? null,
    end: null,
    instances: instances.sort((a, b) => Number(a.slot) - Number(b.slot)),
  };
}

/** Picks the named fields, null for missing ones. */
const pick = (source: Json, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, fieldOf(source, field) ?? null]));

/** Returns a group's document as stored: every `end` is null, even in an export of another system, because it follows from the revision. */
export function withoutEnds(group: Json): Json {
  if (!isJsonObject(group)) return group;
  const { instances } = group;
  const withoutEnd = (member: Json): Json => (isJsonObject(member) ? { ...member, end: null } : member);
  return {
    ...group,
    end: null,
    ...(Array.isArray(instances) && { instances: instances.map(withoutEnd) }),
  };
}

/** Merges revisions of one group, newest first: every member as last seen (V2-AREA-9), with `end` when the group lost it (V2-AREA-13). */
export function mergeGroup(revisions: readonly [Revision, ...Revision[]]): Revision {
  const [newest] = revisions;
  const { data } = newest;
  if (!isJsonObject(data)) return newest;
  const members = new Map<string, Json>();
  for (const revision of revisions)
    for (const member of membersOf(revision.data)) {
      const id = memberId(member);
      if (!members.has(id)) members.set(id, { ...member, end: revision.end });
    }
  const merged = canonicalJson({ ...data, end: newest.end, instances: [...members.values()] });
  return new Revision(newest.id, newest.times, merged, newest.tags);
}

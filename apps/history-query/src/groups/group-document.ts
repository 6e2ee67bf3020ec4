import { fieldOf, type Json, type JsonObject } from '../json';
import { memberId, membersOf } from './group-members';

/** States in which an instance is not, or no longer, a member (reference: history, Group collections). */
const ABSENT_STATES: ReadonlySet<Json> = new Set(['pending', 'shutting-down', 'terminating', 'terminated']);

/** Fields of the auto scaling group that its document shows as they are. */
const GROUP_FIELDS = [
  'autoScalingGroupName',
  'availabilityZones',
  'desiredCapacity',
  'launchConfigurationName',
  'loadBalancerNames',
  'maxSize',
  'minSize',
] as const;

/** What the group itself says about a member. */
const MEMBER_FIELDS = [
  'availabilityZone',
  'healthStatus',
  'instanceId',
  'launchConfigurationName',
  'lifecycleState',
] as const;

/** What the member's own document adds: basic details only (resource-history-v2, Collection areas, rule 2). */
const INSTANCE_FIELDS = [
  'imageId',
  'instanceType',
  'launchTime',
  'platform',
  'privateIpAddress',
  'publicDnsName',
  'publicIpAddress',
  'vpcId',
] as const;

/** A member and the document of its instance. */
export interface Membership {
  member: Json;
  instance: Json;
}

/**
 * The members of an auto scaling group that count: those whose instance is known and has begun and not
 * ended its life, in the group's order.
 *
 * @param instances documents of instances by id
 */
export function presentMembers(group: Json, instances: ReadonlyMap<string, Json>): Membership[] {
  return membersOf(group).flatMap((member) => {
    const instance = instances.get(memberId(member));
    const state = fieldOf(fieldOf(instance, 'state'), 'name');
    if (instance === undefined || (state !== undefined && ABSENT_STATES.has(state))) return [];
    return [{ member, instance }];
  });
}

/**
 * The document of a group: what resource-history-v2 (Group document fields) and the reference's group
 * shape list together. `start` of a member is when its instance was created; `end` is null in what is
 * stored, a query of the past fills it in.
 */
export function groupDocument(
  group: Json,
  members: readonly Membership[],
  slots: ReadonlyMap<string, number>,
): JsonObject {
  const instances = members
    .map(({ member, instance }) => ({
      ...pick(member, MEMBER_FIELDS),
      ...pick(instance, INSTANCE_FIELDS),
      slot: slots.get(memberId(member)) ?? null,
      start: fieldOf(instance, 'launchTime') ?? null,
      end: null,
    }))
    .sort((a, b) => Number(a.slot) - Number(b.slot));
  return {
    ...pick(group, GROUP_FIELDS),
    name: fieldOf(group, 'autoScalingGroupName') ?? null,
    start: fieldOf(group, 'createdTime') ?? null,
    end: null,
    instances,
  };
}

/** The named fields, null for those that are missing. */
function pick(source: Json, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(source, field) ?? null]));
}

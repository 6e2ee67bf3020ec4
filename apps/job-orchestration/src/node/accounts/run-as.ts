import type { LaunchOffer } from '@portolan/launches';
import { LaunchFailed } from '../preparation/launch-failed';
import { findGroup, findUser, isOnPath, type UnixGroup, type UnixUser } from './account';

/** When a launch runs under the group that it asks for. */
export const RunAsGroup = {
  Never: 'never',
  /** When the node can: it runs as root and has the group. */
  IfPossible: 'if-possible',
  /** What can't run under its group fails. */
  Always: 'always',
} as const;
export type RunAsGroup = (typeof RunAsGroup)[keyof typeof RunAsGroup];

/** How a node runs launches. */
export interface RunAsRules {
  RUN_AS_USER: 'on' | 'off';
  RUN_AS_GROUP: RunAsGroup;
  /** Lower ones are accounts of the system. */
  RUN_AS_MIN_UID: number;
  PATH: string;
}

/** Whom a process runs as, where that is not simply the node. */
export interface RunAs {
  /** Undefined: the node's own user. */
  user: UnixUser | undefined;
  gid: number;
}

/**
 * Decides whom a launch runs as.
 *
 * @param own uid and gid of the node
 * @returns undefined for the node's own user and group
 * @throws LaunchFailed `userFailed` that says what is missing
 */
export async function runAs(
  offer: Pick<LaunchOffer, 'user' | 'group'>,
  rules: RunAsRules,
  own: { uid: number; gid: number },
): Promise<RunAs | undefined> {
  const groupName = rules.RUN_AS_GROUP === RunAsGroup.Never ? undefined : (offer.group ?? undefined);
  const user = rules.RUN_AS_USER === 'on' ? await requireUser(offer.user, rules, own.uid) : undefined;
  if (groupName === undefined) return user && { user, gid: user.gid };
  if (user) return { user, gid: (await requireGroup(groupName, user, rules.PATH)).gid };
  const group = await findGroup(groupName, rules.PATH);
  if (group?.gid === own.gid) return undefined;
  const possible = group && own.uid === 0 && (await isOnPath('setpriv', rules.PATH));
  if (possible) return { user: undefined, gid: group.gid };
  if (rules.RUN_AS_GROUP === RunAsGroup.IfPossible) return undefined;
  throw failed(
    group
      ? `can't run under the group ${groupName}: this node must run as root and have setpriv for that`
      : `this node has no group ${groupName}`,
  );
}

async function requireUser(name: string, rules: RunAsRules, ownUid: number): Promise<UnixUser> {
  if (ownUid !== 0)
    throw failed('jobs of this node run as their users (RUN_AS_USER), but it does not run as root');
  if (!(await isOnPath('setpriv', rules.PATH)))
    throw failed('jobs of this node run as their users (RUN_AS_USER), but it has no setpriv');
  const user = await findUser(name, rules.PATH);
  if (!user) throw failed(`this node has no user ${name}`);
  if (user.uid < rules.RUN_AS_MIN_UID)
    throw failed(`${name} is an account of the system (its id ${user.uid} is below RUN_AS_MIN_UID)`);
  return user;
}

/** Whoever may choose a group freely has the rights of them all. */
async function requireGroup(name: string, user: UnixUser, path: string): Promise<UnixGroup> {
  const group = await findGroup(name, path);
  if (!group) throw failed(`this node has no group ${name}`);
  if (group.gid === user.gid || group.members.includes(user.name)) return group;
  throw failed(`the user ${user.name} is not in the group ${name}`);
}

const failed = (message: string): LaunchFailed => new LaunchFailed('userFailed', message, true);

import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { LaunchOffer } from '@portolan/launches';
import { LaunchFailed } from '../launch-directory/launch-failed';

const run = promisify(execFile);

/** Excludes numbers, options and lists: `getent` would accept those, too. */
const NAME = /^[A-Za-z_][\w.@-]{0,254}\$?$/;
/** Lookups may go to a slow directory service, ms. */
const LOOKUP_LIMIT_MS = 10_000;

/** Policy for launches that ask for a unix group. */
export const RunAsGroup = {
  Never: 'never',
  /** The group is used when the node runs as root and has it. */
  IfPossible: 'if-possible',
  /** A launch whose group is not available fails. */
  Always: 'always',
} as const;
export type RunAsGroup = (typeof RunAsGroup)[keyof typeof RunAsGroup];

/** Settings that decide which account a launch runs as. */
export interface RunAsRules {
  RUN_AS_USER: 'on' | 'off';
  RUN_AS_GROUP: RunAsGroup;
  /** Lower user ids belong to system accounts. */
  RUN_AS_MIN_UID: number;
  PATH: string;
}

/** The account of a process that does not run as the node itself. */
export interface RunAs {
  /** Undefined: the node's own user. */
  user: UnixUser | undefined;
  gid: number;
}

/** Returns the account of a launch; undefined: the node's, `own`. @throws LaunchFailed `userFailed` */
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
      ? `cannot run under group ${groupName}: the node must run as root and have setpriv`
      : `this node has no group ${groupName}`,
  );
}

async function requireUser(name: string, rules: RunAsRules, ownUid: number): Promise<UnixUser> {
  if (ownUid !== 0) throw failed('RUN_AS_USER is on, but the node does not run as root');
  if (!(await isOnPath('setpriv', rules.PATH)))
    throw failed('RUN_AS_USER is on, but the node has no setpriv');
  const user = await findUser(name, rules.PATH);
  if (!user)
    throw failed(
      `this node has no user ${name}; with RUN_AS_USER=on it needs the unix user that the job names`,
    );
  if (user.uid < rules.RUN_AS_MIN_UID)
    throw failed(`${name} is a system account: its uid ${user.uid} is below RUN_AS_MIN_UID`);
  return user;
}

/** A caller that may choose any group would have the rights of all groups. */
async function requireGroup(name: string, user: UnixUser, path: string): Promise<UnixGroup> {
  const group = await findGroup(name, path);
  if (!group) throw failed(`this node has no group ${name}`);
  if (group.gid === user.gid || group.members.includes(user.name)) return group;
  throw failed(`the user ${user.name} is not in the group ${name}`);
}

const failed = (message: string): LaunchFailed => new LaunchFailed('userFailed', message, true);

interface UnixUser {
  name: string;
  uid: number;
  gid: number;
  home: string;
  shell: string;
}

interface UnixGroup {
  gid: number;
  /** Users that have this group as a supplementary group. */
  members: readonly string[];
}

async function findUser(name: string, path: string): Promise<UnixUser | undefined> {
  const [found, , uid, gid, , home = '/', shell = '/bin/sh'] = await look('passwd', name, path);
  return found === name ? { name, uid: Number(uid), gid: Number(gid), home, shell } : undefined;
}

async function findGroup(name: string, path: string): Promise<UnixGroup | undefined> {
  const [found, , gid, members = ''] = await look('group', name, path);
  return found === name ? { gid: Number(gid), members: members.split(',').filter(Boolean) } : undefined;
}

/** Looks a name up in the account databases of the machine. @returns the fields; none when it does not exist */
async function look(table: 'passwd' | 'group', name: string, path: string): Promise<string[]> {
  if (!NAME.test(name)) return [];
  try {
    const { stdout } = await run('getent', [table, name], { env: { PATH: path }, timeout: LOOKUP_LIMIT_MS });
    return stdout.trimEnd().split(':');
  } catch (error) {
    // `getent` exits with 2 when the name is unknown.
    if ((error as { code?: unknown }).code === 2) return [];
    throw error;
  }
}

export async function isOnPath(program: string, path: string): Promise<boolean> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    try {
      await access(join(folder, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
    }
  }
  return false;
}

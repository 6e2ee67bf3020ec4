import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A user of the machine. */
export interface UnixUser {
  name: string;
  uid: number;
  gid: number;
  home: string;
  shell: string;
}

/** A group of the machine. */
export interface UnixGroup {
  name: string;
  gid: number;
  /** Names of users that have it besides their own group. */
  members: readonly string[];
}

/** Names that can mean nothing but a name: no number, no option, no list. */
const NAME = /^[A-Za-z_][\w.@-]{0,254}\$?$/;
/** A directory service may be slow, ms. */
const LOOKUP_LIMIT_MS = 10_000;

/** Looks a user up, wherever the machine has its accounts. @returns undefined when there is none */
export async function findUser(name: string, path: string): Promise<UnixUser | undefined> {
  const [found, , uid, gid, , home = '/', shell = '/bin/sh'] = (await look('passwd', name, path)) ?? [];
  return found === name ? { name, uid: Number(uid), gid: Number(gid), home, shell } : undefined;
}

/** Looks a group up. @returns undefined when there is none */
export async function findGroup(name: string, path: string): Promise<UnixGroup | undefined> {
  const [found, , gid, members = ''] = (await look('group', name, path)) ?? [];
  return found === name ? { name, gid: Number(gid), members: members.split(',').filter(Boolean) } : undefined;
}

/** Tells whether a program is on a path. */
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

async function look(table: 'passwd' | 'group', name: string, path: string): Promise<string[] | undefined> {
  if (!NAME.test(name)) return undefined;
  try {
    const { stdout } = await run('getent', [table, name], { env: { PATH: path }, timeout: LOOKUP_LIMIT_MS });
    return stdout.trimEnd().split(':');
  } catch (error) {
    // What getent says of a name that is unknown.
    if ((error as { code?: unknown }).code === 2) return undefined;
    throw error;
  }
}

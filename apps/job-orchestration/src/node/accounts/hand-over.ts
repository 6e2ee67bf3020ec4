import { chmod, lchown, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as';

/**
 * Makes a directory, and all that is in it, somebody else's: the process writes there, others do not read there.
 * `stdout` and `stderr` are made before, so that they are its own too.
 */
export async function handOver(directory: string, { user, gid }: RunAs): Promise<void> {
  if (!user) return;
  for (const name of ['stdout', 'stderr']) await (await open(join(directory, name), 'a', 0o644)).close();
  await chmod(directory, 0o750);
  await chownAll(directory, user.uid, gid);
}

async function chownAll(path: string, uid: number, gid: number): Promise<void> {
  await lchown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) await chownAll(inside, uid, gid);
    else await lchown(inside, uid, gid);
  }
}

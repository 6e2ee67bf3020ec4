import { constants } from 'node:fs';
import { chown } from 'node:fs/promises';
import { OUTPUT_FILES } from '../launch-directory/launch-directory';
import { ConfinedFolder } from '../file-system/confined-folder';
import type { RunAs } from './run-as';

/**
 * Transfers the directory of a job and everything in it to the user and group of its process; other users cannot read
 * it. Until the wrapper script has opened the output files, only the node can reach the directory. Links are not
 * followed even so. The owner of the contents changes first, that of the directory last.
 *
 * @param directory path of the job's directory
 * @throws Error of the file system, or when a file is also linked from outside the directory
 */
export async function handOver(directory: string, { user, gid }: RunAs): Promise<void> {
  if (!user) return;
  await ConfinedFolder.with(directory, async (folder) => {
    for (const name of OUTPUT_FILES) await (await folder.create(name, constants.O_WRONLY, 0o644)).close();
    await chownInside(folder, user.uid, gid);
    await folder.chmod(0o750);
    await folder.chown(user.uid, gid);
  });
}

async function chownInside(folder: ConfinedFolder, uid: number, gid: number): Promise<void> {
  for await (const { name } of folder.entries()) {
    const inner = await folder.folder(name, true);
    if (!inner) {
      await folder.pinned(name, async (path, { nlink }) => {
        if (nlink > 1) throw new Error(`${name} is also linked from outside the job's directory`);
        await chown(path, uid, gid);
      });
      continue;
    }
    try {
      await chownInside(inner, uid, gid);
      await inner.chown(uid, gid);
    } finally {
      await inner.close();
    }
  }
}

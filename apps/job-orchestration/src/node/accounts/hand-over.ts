import { constants } from 'node:fs';
import { chown } from 'node:fs/promises';
import { OUTPUT_FILES } from '../launches/launch-directory';
import { OpenFolder } from '../open-folder';
import type { RunAs } from './run-as';

/**
 * Makes the directory of a job somebody else's, with all that is in it: the process writes there, others do not read
 * there. Nobody but the node gets to the directory before its start script has opened the output files and lets its
 * user in; and yet no link is followed here. Contents change their owner first, the directory last.
 *
 * @param directory path of the directory of the job
 * @throws Error of the file system, or when a file has another name somewhere else
 */
export async function handOver(directory: string, { user, gid }: RunAs): Promise<void> {
  if (!user) return;
  await OpenFolder.with(directory, async (folder) => {
    for (const name of OUTPUT_FILES) await (await folder.create(name, constants.O_WRONLY, 0o644)).close();
    await chownInside(folder, user.uid, gid);
    await folder.chmod(0o750);
    await folder.chown(user.uid, gid);
  });
}

async function chownInside(folder: OpenFolder, uid: number, gid: number): Promise<void> {
  for await (const { name } of folder.entries()) {
    const inner = await folder.folder(name, true);
    if (!inner) {
      await folder.pinned(name, async (path, { nlink }) => {
        if (nlink > 1) throw new Error(`${name} has another name outside of the job's directory`);
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

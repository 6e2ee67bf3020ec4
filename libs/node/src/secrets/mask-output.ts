import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { undefinedIfAbsent } from '../file-system/atomic-file';
import { ConfinedFolder } from '../file-system/confined-folder';
import type { LaunchDirectory } from '../launch-directory/launch-directory';
import { forgetSecrets, secretValues } from './launch-secrets';
import { patternsOf } from './mask';
import { maskFiles } from './mask-files';

/** Returns the values to mask in the output of a launch; undefined when the output cannot contain secrets. */
export async function maskedIn(directory: LaunchDirectory): Promise<Buffer[] | undefined> {
  const values = await secretValues(directory);
  return values && patternsOf(values);
}

/**
 * Masks the output of an ended launch permanently and forgets its secrets. Entries that cannot be masked are
 * withheld: moved out of the job's directory, in the worst case all of it.
 *
 * @returns the number of withheld entries
 * @throws Error when an entry can neither be masked nor withheld; the values are kept then
 */
export async function maskOutput(
  directory: LaunchDirectory,
  { fileBytes, ms }: { fileBytes: number; ms: number },
): Promise<number> {
  let withheld = 0;
  const withhold = async (folder: ConfinedFolder, name: string): Promise<void> => {
    if (await moveOut(directory, folder, name)) withheld += 1;
  };
  try {
    const patterns = (await maskedIn(directory)) ?? [];
    const signal = AbortSignal.timeout(ms);
    if (patterns.length > 0)
      await ConfinedFolder.with(directory.job, (job) =>
        maskFiles(job, { patterns, fileBytes, signal, withhold }),
      );
  } catch {
    await ConfinedFolder.with(directory.root, (root) => withhold(root, basename(directory.job)));
  }
  await forgetSecrets(directory);
  return withheld;
}

/** @returns false when the entry is gone already */
async function moveOut(directory: LaunchDirectory, folder: ConfinedFolder, name: string): Promise<boolean> {
  await mkdir(directory.withheld, { recursive: true, mode: 0o700 });
  try {
    await ConfinedFolder.with(directory.withheld, (target) => folder.move(name, target, randomUUID()));
    return true;
  } catch (error) {
    return undefinedIfAbsent(error) ?? false;
  }
}

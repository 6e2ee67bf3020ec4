import { randomUUID } from 'node:crypto';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LaunchOffer } from '@portolan/launches';
import { readIfThere, replaceFile, undefinedIfAbsent } from '../file-system/atomic-file';
import { OpenFolder } from '../file-system/open-folder';
import { removeBelow } from '../file-system/remove-tree';
import type { RunAs } from '../accounts/run-as';
import { SECRET_VALUES, type LaunchDirectory } from '../launch-directory/launch-directory';
import { LaunchFailed } from '../launch-directory/launch-failed';
import { secretsScript } from '../process/start-script';
import { maskFiles } from './mask-files';
import { patternsOf } from './mask';
import type { SecretProvider, SecretUser } from './secret-provider';

/** Variables for the start script, which removes the file before the process starts. */
const SECRET_VARIABLES = 'secret-variables';
/** A variable with this suffix contains the path of a file. */
const FILE_ENDING = '_FILE';

/**
 * Looks up the secrets of a launch and stores them: variables for its start script, and files outside the directory that is
 * shown and archived. @throws LaunchFailed `secretFailed` with the reference, never the value
 */
export async function provideSecrets(
  offer: LaunchOffer,
  directory: LaunchDirectory,
  provider: SecretProvider,
  owner: RunAs | undefined,
): Promise<void> {
  const { secrets = [], subject, user } = offer;
  if (secrets.length === 0) return;
  const values = new Map<string, string>();
  for (const { name, ref } of secrets) {
    const value = await lookUp(provider, ref, { owner: offer.owner, subject, user });
    if (value === undefined || value.includes('\0'))
      throw new LaunchFailed('secretFailed', `this node has no secret ${ref} for ${name}`, true);
    values.set(name, value);
  }
  await replaceFile(directory.inControl(SECRET_VALUES), JSON.stringify([...values.values()]));
  // An interrupted preparation may have left files.
  await removeBelow(directory.root, basename(directory.secrets));
  const variables = new Map<string, string>();
  for (const [name, value] of values) {
    const text = name.endsWith(FILE_ENDING) ? await writeSecretFile(directory, name, value, owner) : value;
    variables.set(name, text);
  }
  await writeFile(directory.inControl(SECRET_VARIABLES), secretsScript(variables), { mode: 0o600 });
}

/** Returns the values to mask in the output of a launch; undefined when the output cannot contain secrets. */
export async function maskedIn(directory: LaunchDirectory): Promise<Buffer[] | undefined> {
  const text = await readIfThere(directory.inControl(SECRET_VALUES));
  return text === undefined ? undefined : patternsOf(JSON.parse(text) as string[]);
}

/**
 * Masks the output of an ended launch permanently and forgets its secrets. Entries that cannot be masked are
 * withheld: moved out of the job's directory, in the worst case all of it.
 *
 * @returns the number of withheld entries
 * @throws Error when an entry can neither be masked nor withheld; the values are kept then
 */
export async function concealSecrets(
  directory: LaunchDirectory,
  { fileBytes, ms }: { fileBytes: number; ms: number },
): Promise<number> {
  let withheld = 0;
  const withhold = async (folder: OpenFolder, name: string): Promise<void> => {
    if (await takeOut(directory, folder, name)) withheld += 1;
  };
  try {
    const patterns = (await maskedIn(directory)) ?? [];
    const signal = AbortSignal.timeout(ms);
    if (patterns.length > 0)
      await OpenFolder.with(directory.job, (job) =>
        maskFiles(job, { patterns, fileBytes, signal, withhold }),
      );
  } catch {
    await OpenFolder.with(directory.root, (root) => withhold(root, basename(directory.job)));
  }
  await removeBelow(directory.root, basename(directory.secrets));
  for (const name of [SECRET_VARIABLES, SECRET_VALUES]) await rm(directory.inControl(name), { force: true });
  return withheld;
}

/** @returns false when the entry is gone already */
async function takeOut(directory: LaunchDirectory, folder: OpenFolder, name: string): Promise<boolean> {
  await mkdir(directory.withheld, { recursive: true, mode: 0o700 });
  try {
    await OpenFolder.with(directory.withheld, (target) => folder.move(name, target, randomUUID()));
    return true;
  } catch (error) {
    return undefinedIfAbsent(error) ?? false;
  }
}

async function lookUp(provider: SecretProvider, ref: string, user: SecretUser): Promise<string | undefined> {
  try {
    return await provider.resolve(ref, user);
  } catch (cause) {
    throw new LaunchFailed('secretFailed', `the secret ${ref} could not be resolved`, false, { cause });
  }
}

async function writeSecretFile(
  directory: LaunchDirectory,
  name: string,
  value: string,
  owner: RunAs | undefined,
): Promise<string> {
  // The folder stays the node's: the user can read the file but not replace it.
  await mkdir(directory.secrets, { recursive: true, mode: 0o711 });
  const path = join(directory.secrets, name);
  await writeFile(path, value, { mode: 0o400 });
  if (owner?.user) await chown(path, owner.user.uid, owner.gid);
  return path;
}

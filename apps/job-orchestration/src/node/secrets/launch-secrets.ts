import { randomUUID } from 'node:crypto';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LaunchOffer } from '@portolan/launches';
import { isAbsent, readIfThere, replaceFile } from '../atomic-file';
import type { RunAs } from '../accounts/run-as';
import type { LaunchDirectory } from '../launches/launch-directory';
import { LaunchFailed } from '../preparation/launch-failed';
import { OpenFolder } from '../open-folder';
import { secretsScript } from '../process/start-script';
import { removeBelow } from '../remove-tree';
import { coverFiles } from './cover-file';
import { patternsOf } from './mask';
import type { SecretProvider } from './secret-provider';

/** The values, for as long as output of the launch has to be masked. */
const VALUES = 'secrets.json';
/** Variables for the start script, which removes them before the process starts. */
export const SECRET_VARIABLES = 'secret-variables';
/** A variable with this ending holds the path of a file. */
const FILE_ENDING = '_FILE';

/**
 * Looks up what a launch asks for, and lays it ready: variables for its start script, files outside of the directory
 * that is shown and archived.
 *
 * @throws LaunchFailed `secretFailed` that names the reference, never the value
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
  await replaceFile(directory.inControl(VALUES), JSON.stringify([...values.values()]));
  // An interrupted preparation may have left some.
  await removeBelow(directory.root, basename(directory.secrets));
  const variables = new Map<string, string>();
  for (const [name, value] of values) {
    const text = name.endsWith(FILE_ENDING) ? await writeSecretFile(directory, name, value, owner) : value;
    variables.set(name, text);
  }
  await writeFile(directory.inControl(SECRET_VARIABLES), secretsScript(variables), { mode: 0o600 });
}

/** What is to be masked in the output of a launch that runs. */
export async function maskedIn(directory: LaunchDirectory): Promise<Buffer[]> {
  const text = await readIfThere(directory.inControl(VALUES));
  return text === undefined ? [] : patternsOf(JSON.parse(text) as string[]);
}

/** How much time and how large a file are covered at the end of a launch. */
export interface ConcealLimits {
  fileBytes: number;
  ms: number;
}

/**
 * Masks what a launch that is over has written, for ever, and forgets its secrets. What can't be masked is withheld: it is
 * moved out of the directory of the job, all of that when nothing less can be.
 *
 * @returns how many entries are withheld
 * @throws Error when something can neither be masked nor withheld; the values are kept then
 */
export async function concealSecrets(directory: LaunchDirectory, limits: ConcealLimits): Promise<number> {
  let withheld = 0;
  const withhold = async (folder: OpenFolder, name: string): Promise<void> => {
    if (await takeOut(directory, folder, name)) withheld += 1;
  };
  try {
    const patterns = await maskedIn(directory);
    const signal = AbortSignal.timeout(limits.ms);
    if (patterns.length > 0)
      await OpenFolder.with(directory.job, (job) =>
        coverFiles(job, { patterns, fileBytes: limits.fileBytes, signal, withhold }),
      );
  } catch {
    await OpenFolder.with(directory.root, (root) => withhold(root, basename(directory.job)));
  }
  await removeBelow(directory.root, basename(directory.secrets));
  for (const name of [SECRET_VARIABLES, VALUES]) await rm(directory.inControl(name), { force: true });
  return withheld;
}

/** @returns false when it is gone already */
async function takeOut(directory: LaunchDirectory, folder: OpenFolder, name: string): Promise<boolean> {
  await mkdir(directory.withheld, { recursive: true, mode: 0o700 });
  try {
    await OpenFolder.with(directory.withheld, (target) => folder.move(name, target, randomUUID()));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function lookUp(
  provider: SecretProvider,
  ref: string,
  user: Parameters<SecretProvider['resolve']>[1],
): Promise<string | undefined> {
  try {
    return await provider.resolve(ref, user);
  } catch (error) {
    throw new LaunchFailed('secretFailed', `the secret ${ref} could not be looked up`, false, {
      cause: error,
    });
  }
}

async function writeSecretFile(
  directory: LaunchDirectory,
  name: string,
  value: string,
  owner: RunAs | undefined,
): Promise<string> {
  // The folder stays the node's: its user reads the file, and can put nothing in its place.
  await mkdir(directory.secrets, { recursive: true, mode: 0o711 });
  const path = join(directory.secrets, name);
  await writeFile(path, value, { mode: 0o400 });
  if (owner?.user) await chown(path, owner.user.uid, owner.gid);
  return path;
}

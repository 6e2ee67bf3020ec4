import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LaunchOffer } from '@portolan/launches';
import { readIfThere, replaceFile } from '../file-system/atomic-file';
import { removeBelow } from '../file-system/remove-tree';
import type { RunAs } from '../accounts/run-as';
import { SECRET_VALUES, type LaunchDirectory } from '../launch-directory/launch-directory';
import { LaunchFailed } from '../launch-directory/launch-failed';
import { secretsScript } from '../process/wrapper-script';
import type { SecretProvider, SecretUser } from './secret-provider';

/** Variables for the wrapper script, which removes the file before the process starts. */
const SECRET_VARIABLES = 'secret-variables';
/** A variable with this suffix contains the path of a file. */
const FILE_ENDING = '_FILE';

/**
 * Looks up the secrets of a launch and stores them: variables for its wrapper script, and files outside the directory that is
 * shown and archived.
 *
 * @param hidden further variables for its wrapper script
 * @returns whether there are variables for the script
 * @throws LaunchFailed `secretFailed` with the reference, never the value
 */
export async function provideSecrets(
  offer: LaunchOffer,
  directory: LaunchDirectory,
  provider: SecretProvider,
  owner: RunAs | undefined,
  hidden: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { secrets = [] } = offer;
  const variables = new Map(hidden);
  if (secrets.length > 0) {
    const values = await valuesOf(offer, provider);
    await replaceFile(directory.inControl(SECRET_VALUES), JSON.stringify([...values.values()]));
    // An interrupted preparation may have left files.
    await removeBelow(directory.root, basename(directory.secrets));
    for (const [name, value] of values) {
      const text = name.endsWith(FILE_ENDING) ? await writeSecretFile(directory, name, value, owner) : value;
      variables.set(name, text);
    }
  }
  if (variables.size === 0) return false;
  await writeFile(directory.inControl(SECRET_VARIABLES), secretsScript(variables), { mode: 0o600 });
  return true;
}

async function valuesOf(
  { secrets = [], owner, subject, user }: LaunchOffer,
  provider: SecretProvider,
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const { name, ref } of secrets) {
    const value = await lookUp(provider, ref, { owner, subject, user });
    if (value === undefined || value.includes('\0'))
      throw new LaunchFailed('secretFailed', `this node has no secret ${ref} for ${name}`, true);
    values.set(name, value);
  }
  return values;
}

/** Returns the values of a launch's secrets; none when it has no secrets or they are forgotten already. */
export async function secretValues(directory: LaunchDirectory): Promise<string[] | undefined> {
  const text = await readIfThere(directory.inControl(SECRET_VALUES));
  return text === undefined ? undefined : (JSON.parse(text) as string[]);
}

/** Removes every copy of a launch's secrets outside its output. */
export async function forgetSecrets(directory: LaunchDirectory): Promise<void> {
  await removeBelow(directory.root, basename(directory.secrets));
  for (const name of [SECRET_VARIABLES, SECRET_VALUES]) await rm(directory.inControl(name), { force: true });
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

import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isAbsent } from '../atomic-file';
import { segmentsInside } from '../preparation/inside';
import { SecretProvider } from './secret-provider';

/** A process can be given no longer variable. */
const MAX_BYTES = 64 * 1024;

/**
 * Secrets of the node's own configuration: `file:a/b` is the text of a file below `SECRETS_DIR` (without the line end
 * at its end), `env:NAME` the variable `JOB_SECRET_NAME` of the node. Every job of the node may have them.
 */
export class ConfiguredSecrets extends SecretProvider {
  constructor(
    private readonly folder: string | undefined,
    private readonly variables: ReadonlyMap<string, string>,
  ) {
    super();
  }

  override async resolve(ref: string): Promise<string | undefined> {
    const [, kind, rest = ''] = /^(file|env):(.+)$/s.exec(ref) ?? [];
    if (kind === 'env') return this.variables.get(rest);
    const segments = segmentsInside(rest);
    return kind === 'file' && segments && this.folder !== undefined
      ? readBelow(this.folder, segments)
      : undefined;
  }
}

/** Links may lead about inside of the folder, as they do in mounted secrets, but not out of it. */
async function readBelow(folder: string, segments: readonly string[]): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await open(join(root, ...segments), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const path = await realpath(`/proc/self/fd/${file.fd}`);
      const info = await file.stat();
      if (!path.startsWith(root + sep) || !info.isFile() || info.size > MAX_BYTES) return undefined;
      return (await file.readFile('utf8')).replace(/\r?\n$/, '');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

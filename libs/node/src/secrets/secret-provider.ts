import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import type { Provider, Type } from '@nestjs/common';
import { secretVariables } from '../config/node-config';
import { undefinedIfAbsent } from '../file-system/atomic-file';
import { closing } from '../file-system/confined-folder';
import { segmentsInside } from '../file-system/path-segments';

/** Limit of one environment variable. */
const MAX_BYTES = 64 * 1024;

export interface SecretUser {
  /** Service that owns the launch, e.g. `jobs`. */
  owner: string;
  subject: string;
  user: string;
}

/** Source of a node's secrets; `SECRETS_PROVIDER` replaces the built-in {@link ConfiguredSecrets}. */
export abstract class SecretProvider {
  /** Looks up `<kind>:<rest>`; undefined when it does not exist, or not for this user. @throws transient errors */
  abstract resolve(ref: string, user: SecretUser): Promise<string | undefined>;
}

/**
 * Secrets of the node's own configuration: `file:a/b` is the text of a file below `SECRETS_DIR` (without the trailing
 * line break), `env:NAME` the variable `JOB_SECRET_NAME` of the node. Every job of the node may use them.
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
    const segments = kind === 'file' && this.folder !== undefined ? segmentsInside(rest) : undefined;
    return segments && readBelow(this.folder ?? '', segments).catch(undefinedIfAbsent);
  }
}

/** Links may lead elsewhere inside the folder, as in mounted secrets, but not out of it. */
async function readBelow(folder: string, segments: readonly string[]): Promise<string | undefined> {
  const root = await realpath(folder);
  const file = await open(join(root, ...segments), constants.O_RDONLY | constants.O_NONBLOCK);
  return closing(file, async () => {
    const path = await realpath(`/proc/self/fd/${file.fd}`);
    const info = await file.stat();
    if (!path.startsWith(root + sep) || !info.isFile() || info.size > MAX_BYTES) return undefined;
    return (await file.readFile('utf8')).replace(/\r?\n$/, '');
  });
}

/** Returns the provider of secrets; `SECRETS_PROVIDER` is a CommonJS file that exports a class `secretProvider`. */
export function secretProvider(config: { SECRETS_PROVIDER?: string; SECRETS_DIR?: string }): Provider {
  const { SECRETS_PROVIDER: file, SECRETS_DIR: folder } = config;
  if (file !== undefined) return { provide: SecretProvider, useClass: load(file) };
  return { provide: SecretProvider, useFactory: () => new ConfiguredSecrets(folder, secretVariables()) };
}

function load(file: string): Type<SecretProvider> {
  const path = resolve(file);
  const plugin = createRequire(path)(path) as { secretProvider?: Type<SecretProvider> };
  if (typeof plugin.secretProvider === 'function') return plugin.secretProvider;
  throw new Error(`SECRETS_PROVIDER: ${file} exports no class secretProvider`);
}

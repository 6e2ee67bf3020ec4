import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Provider, Type } from '@nestjs/common';
import { secretVariables } from '../config/secret-variables';
import { ConfiguredSecrets } from './configured-secrets';
import { SecretProvider } from './secret-provider';

/** What a file named by `SECRETS_PROVIDER` exports: a class with the method `resolve`, made by Nest's injector. */
export interface SecretPlugin {
  secretProvider: Type<SecretProvider>;
}

/**
 * Where the node gets secrets from.
 *
 * @param config `SECRETS_PROVIDER` is the path of a CommonJS file that exports a {@link SecretPlugin}
 * @throws Error when the file can't be read or exports no class
 */
export function secretProvider(config: { SECRETS_PROVIDER?: string; SECRETS_DIR?: string }): Provider {
  if (config.SECRETS_PROVIDER !== undefined)
    return { provide: SecretProvider, useClass: load(config.SECRETS_PROVIDER) };
  const useFactory = (): SecretProvider => new ConfiguredSecrets(config.SECRETS_DIR, secretVariables());
  return { provide: SecretProvider, useFactory };
}

function load(file: string): Type<SecretProvider> {
  const path = resolve(file);
  const plugin = createRequire(path)(path) as Partial<SecretPlugin>;
  if (typeof plugin.secretProvider === 'function') return plugin.secretProvider;
  throw new Error(`SECRETS_PROVIDER: ${file} exports no class secretProvider`);
}

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Type } from '@nestjs/common';
import { ConfigurationError } from '../config/load-config';
import type { Authenticator } from './authenticator';

/**
 * The class that `AUTH_MODULE` names: the default export of a JavaScript module, CommonJS or not.
 *
 * @param path of the file, from the working directory
 * @throws ConfigurationError when there is no such thing
 */
export function loadAuthenticator(path: string): Type<Authenticator> {
  const file = resolve(path);
  let loaded: unknown;
  try {
    loaded = createRequire(file)(file);
  } catch (error) {
    throw new ConfigurationError(
      `invalid configuration: AUTH_MODULE can't be loaded (${(error as Error).message})`,
    );
  }
  const exported = (loaded as { default?: unknown } | null)?.default ?? loaded;
  if (!isAuthenticatorType(exported)) {
    throw new ConfigurationError(
      'invalid configuration: AUTH_MODULE must have a class with a method authenticate as its default export',
    );
  }
  return exported;
}

const isAuthenticatorType = (value: unknown): value is Type<Authenticator> =>
  typeof value === 'function' &&
  typeof (value as { prototype?: { authenticate?: unknown } }).prototype?.authenticate === 'function';

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Provider, Type } from '@nestjs/common';
import { misconfigured } from '../config/load-config';
import type { Authenticator } from '../identity/principal';
import { AuthMode, isAuthOn, type AuthConfig } from '../config/auth-config';
import { JwtAuthenticator } from './oauth2/jwt.authenticator';
import { KeySet } from './oauth2/key-set';
import { ServiceConfig, internalTokens } from '../config/service-config';
import { ServiceLogger } from '../logging/logger';
import { CrossSiteGuard } from './cross-site-guard';
import { AccessControl } from './access-control';
import { OwnTokens } from './own/own-tokens';
import { CertificateAuthenticator } from './x509/certificate.authenticator';

/** Loads the class in `AUTH_MODULE`, the default export of a CommonJS or ESM file. @throws ConfigurationError for any other file */
function loadAuthenticator(path: string): Type<Authenticator> {
  const file = resolve(path);
  let loaded: unknown;
  try {
    loaded = createRequire(file)(file);
  } catch (error) {
    throw misconfigured('AUTH_MODULE cannot be loaded', error);
  }
  const exported = (loaded as { default?: unknown } | null)?.default ?? loaded;
  if (isAuthenticatorType(exported)) return exported;
  throw misconfigured('AUTH_MODULE must export a class with the method authenticate as its default');
}

const isAuthenticatorType = (value: unknown): value is Type<Authenticator> =>
  typeof value === 'function' &&
  typeof (value as { prototype?: { authenticate?: unknown } }).prototype?.authenticate === 'function';

/** Returns the authenticator of `AUTH_MODE=oauth2`. Starts reading the issuer's keys without waiting for them. */
async function oauth2Authenticator(config: AuthConfig, logger: ServiceLogger): Promise<Authenticator> {
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const keys = new KeySet(config, createLocalJWKSet, (error) =>
    logger.warn({ err: error }, 'the keys of the token issuer could not be read'),
  );
  void keys.load();
  return new JwtAuthenticator(config, keys.keyOf, jwtVerify);
}

/** Nest token of the class in `AUTH_MODULE`. */
const PLUGGED_IN = Symbol('PLUGGED_IN_AUTHENTICATOR');

/** Providers for identifying and authorizing callers. Only the configured ways of authentication are loaded. */
export function authProviders(config: ServiceConfig): Provider[] {
  const plugged = config.AUTH_MODE.includes(AuthMode.Module)
    ? [{ provide: PLUGGED_IN, useClass: loadAuthenticator(config.AUTH_MODULE ?? '') }]
    : [];
  return [
    ...plugged,
    { provide: OwnTokens, useFactory: () => new OwnTokens(...internalTokens(config)) },
    {
      provide: AccessControl,
      useFactory: async (
        own: OwnTokens,
        logger: ServiceLogger,
        pluggedIn: Authenticator | undefined,
      ): Promise<AccessControl> => {
        const chosen = config.AUTH_MODE.map((mode) => authenticatorOf(mode, config, logger, pluggedIn));
        const authenticators = [own, ...(await Promise.all(chosen)).flatMap((one) => one ?? [])];
        return new AccessControl(isAuthOn(config) ? authenticators : undefined, ...internalTokens(config));
      },
      inject: [OwnTokens, ServiceLogger, { token: PLUGGED_IN, optional: true }],
    },
    {
      provide: CrossSiteGuard,
      useFactory: (accessControl: AccessControl, own: OwnTokens) =>
        new CrossSiteGuard(config, (headers) => accessControl.isInternal(headers) || own.isShownBy(headers)),
      inject: [AccessControl, OwnTokens],
    },
  ];
}

async function authenticatorOf(
  mode: AuthMode,
  config: ServiceConfig,
  logger: ServiceLogger,
  pluggedIn: Authenticator | undefined,
): Promise<Authenticator | undefined> {
  switch (mode) {
    case AuthMode.Off:
      return undefined;
    case AuthMode.Module:
      return pluggedIn;
    case AuthMode.X509:
      return new CertificateAuthenticator(config);
    case AuthMode.OAuth2:
      return oauth2Authenticator(config, logger);
  }
}

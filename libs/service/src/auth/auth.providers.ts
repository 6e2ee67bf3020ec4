import type { Provider } from '@nestjs/common';
import { AuthMode, isAuthOn } from '../config/auth-config';
import { ServiceConfig, internalTokens } from '../config/service-config';
import { ServiceLogger } from '../logging/logger';
import { CrossSiteGuard } from '../http/cross-site/cross-site-guard';
import { AUTHENTICATORS, type Authenticator } from './authenticator';
import { Gatekeeper } from './gatekeeper';
import { loadAuthenticator } from './load-authenticator';
import { oauth2Authenticator } from './oauth2/oauth2';
import { OwnTokenAuthenticator } from './own/own-tokens.authenticator';
import { OwnTokens } from './own/own-tokens';
import { CertificateAuthenticator } from './x509/certificate.authenticator';

/** Nest token of what `AUTH_MODULE` names. */
const PLUGGED_IN = Symbol('PLUGGED_IN_AUTHENTICATOR');

/** Who calls, and who may. Of the ways in which clients can show who they are, only what is used is loaded. */
export function authProviders(config: ServiceConfig): Provider[] {
  const plugged = config.AUTH_MODE.includes(AuthMode.Module)
    ? [{ provide: PLUGGED_IN, useClass: loadAuthenticator(config.AUTH_MODULE ?? '') }]
    : [];
  return [
    ...plugged,
    { provide: OwnTokens, useFactory: () => new OwnTokens(...internalTokens(config)) },
    {
      provide: AUTHENTICATORS,
      useFactory: async (
        own: OwnTokens,
        logger: ServiceLogger,
        pluggedIn: Authenticator | undefined,
      ): Promise<Authenticator[] | undefined> => {
        if (!isAuthOn(config)) return undefined;
        const chosen = config.AUTH_MODE.map((mode) => authenticatorOf(mode, config, logger, pluggedIn));
        return [new OwnTokenAuthenticator(own), ...(await Promise.all(chosen)).flatMap((one) => one ?? [])];
      },
      inject: [OwnTokens, ServiceLogger, { token: PLUGGED_IN, optional: true }],
    },
    {
      provide: Gatekeeper,
      useFactory: (authenticators: Authenticator[] | undefined) =>
        new Gatekeeper(authenticators, ...internalTokens(config)),
      inject: [AUTHENTICATORS],
    },
    {
      provide: CrossSiteGuard,
      useFactory: (gatekeeper: Gatekeeper, own: OwnTokens) =>
        new CrossSiteGuard(config, (headers) => gatekeeper.isInternal(headers) || own.isShownBy(headers)),
      inject: [Gatekeeper, OwnTokens],
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
      return oauth2Authenticator(config, (error) =>
        logger.warn({ err: error }, 'the keys of the issuer of tokens could not be read'),
      );
  }
}

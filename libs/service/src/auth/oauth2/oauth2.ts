import type { AuthConfig } from '../../config/auth-config';
import type { Authenticator } from '../authenticator';
import { readRoleMap } from '../roles';
import { JwtAuthenticator } from './jwt.authenticator';
import { KeySet } from './key-set';

/** The authenticator of `AUTH_MODE=oauth2`. The issuer is asked for its keys at once, and not waited for. */
export async function oauth2Authenticator(
  config: AuthConfig,
  onError: (error: unknown) => void,
): Promise<Authenticator> {
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const issuer = config.AUTH_ISSUER ?? '';
  const keys = new KeySet(
    {
      issuer,
      jwksUrl: config.AUTH_JWKS_URL,
      cacheMs: config.AUTH_JWKS_CACHE_MS,
      cooldownMs: config.AUTH_JWKS_COOLDOWN_MS,
      timeoutMs: config.AUTH_JWKS_TIMEOUT_MS,
    },
    createLocalJWKSet,
    onError,
  );
  void keys.load();
  const settings = {
    issuer,
    audience: config.AUTH_AUDIENCE,
    algorithms: config.AUTH_ALGORITHMS,
    subjectClaim: config.AUTH_SUBJECT_CLAIM,
    rolesClaim: config.AUTH_ROLES_CLAIM,
    roleMap: readRoleMap(config.AUTH_ROLE_MAP),
    defaultRole: config.AUTH_DEFAULT_ROLE,
    clockToleranceMs: config.AUTH_CLOCK_TOLERANCE_MS,
    cacheMs: config.AUTH_TOKEN_CACHE_MS,
  };
  return new JwtAuthenticator(settings, keys.keyOf, jwtVerify);
}

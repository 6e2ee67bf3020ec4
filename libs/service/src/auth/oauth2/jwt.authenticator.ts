import { hash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import {
  Via,
  readRoleMap,
  rolesOf,
  type Authenticator,
  type Credentials,
  type Principal,
  type Role,
  type RoleMap,
} from '../../identity/principal';
import type { AuthConfig } from '../../config/auth-config';
import { ServiceError } from '../../errors/service-error';
import { bearerOf } from '../../identity/bearer';
import { invalidToken } from '../../identity/refusals';
import { tokenProblem } from './token-problem';

/** The claims of a token that identify a client and its roles. */
export interface ClaimSettings {
  subjectClaim: string;
  rolesClaim: string;
  roleMap: RoleMap;
  defaultRole: Role | undefined;
}

/** Returns a claim by its name; if there is none, dots lead into objects (`realm_access.roles`). */
function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Returns the client's name; undefined when the token has none. */
export function subjectOf(
  claims: Readonly<Record<string, unknown>>,
  settings: ClaimSettings,
): string | undefined {
  const subject = claimOf(claims, settings.subjectClaim);
  return typeof subject === 'string' && subject.trim() !== '' ? subject : undefined;
}

/** Returns the client's roles from a list of texts, or from words in a text such as `scope`; none from other values. */
export function rolesIn(claims: Readonly<Record<string, unknown>>, settings: ClaimSettings): Role[] {
  const given = claimOf(claims, settings.rolesClaim);
  const names = Array.isArray(given)
    ? given.filter((name) => typeof name === 'string')
    : typeof given === 'string'
      ? given.split(/\s+/)
      : [];
  return rolesOf(names, settings.roleMap, { own: true, fallback: settings.defaultRole });
}

const REMEMBERED = 10_000;
/** Limit of a token; a longer one is refused without hashing it. */
const MAX_LENGTH = 16_384;

/** Verifies a token. @throws errors of jose */
type VerifyToken = (
  token: string,
  key: JWTVerifyGetKey,
  options: JWTVerifyOptions,
) => Promise<{ payload: JWTPayload }>;

/** Authenticates by a JWT as bearer token (V3-AUTH-2; RFC 9068); caches the result until the token expires. */
export class JwtAuthenticator implements Authenticator {
  readonly challenge = 'Bearer';
  /** By digest, to keep tokens out of memory; evicts the oldest. */
  private readonly remembered = new Map<string, { principal: Principal; until: number }>();
  private readonly claims: ClaimSettings;

  constructor(
    private readonly config: AuthConfig,
    private readonly keyOf: JWTVerifyGetKey,
    private readonly verify: VerifyToken,
  ) {
    this.claims = {
      subjectClaim: config.AUTH_SUBJECT_CLAIM,
      rolesClaim: config.AUTH_ROLES_CLAIM,
      roleMap: readRoleMap(config.AUTH_ROLE_MAP),
      defaultRole: config.AUTH_DEFAULT_ROLE,
    };
  }

  authenticate(request: Credentials): Promise<Principal> | Principal | undefined {
    const token = bearerOf(request);
    if (token === undefined) return undefined;
    if (token.length > MAX_LENGTH) throw invalidToken(`the token is longer than ${MAX_LENGTH} characters`);
    const digest = hash('sha256', token, 'base64');
    const known = this.remembered.get(digest);
    return known && known.until > Date.now() ? known.principal : this.judge(token, digest);
  }

  private async judge(token: string, digest: string): Promise<Principal> {
    const payload = await this.payloadOf(token);
    const { claims } = this;
    const subject = subjectOf(payload, claims);
    if (subject === undefined)
      throw invalidToken(`the claim ${claims.subjectClaim} of the token must be a text: it names the client`);
    const expiresAt = (payload.exp ?? 0) * 1000 + this.config.AUTH_CLOCK_TOLERANCE_MS;
    const roles = rolesIn(payload, claims);
    const principal: Principal = Object.freeze({ subject, roles, via: Via.OAuth2, expiresAt });
    this.remember(digest, principal, expiresAt);
    return principal;
  }

  private async payloadOf(token: string): Promise<JWTPayload> {
    const { AUTH_ISSUER: issuer = '', AUTH_AUDIENCE: audience, AUTH_ALGORITHMS: algorithms } = this.config;
    const now = Date.now();
    try {
      const { payload } = await this.verify(token, this.keyOf, {
        issuer,
        audience: [...audience],
        algorithms: [...algorithms],
        clockTolerance: this.config.AUTH_CLOCK_TOLERANCE_MS / 1000,
        requiredClaims: ['exp'],
        currentDate: new Date(now),
      });
      return payload;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw invalidToken(tokenProblem(error, { issuer, audience, algorithms }, now));
    }
  }

  private remember(digest: string, principal: Principal, expiresAt: number): void {
    const now = Date.now();
    const until = Math.min(expiresAt, now + this.config.AUTH_TOKEN_CACHE_MS);
    if (until <= now) return;
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined && this.remembered.size >= REMEMBERED) this.remembered.delete(oldest);
    this.remembered.delete(digest);
    this.remembered.set(digest, { principal, until });
  }
}

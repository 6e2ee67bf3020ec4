import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { ServiceError } from '../../errors/service-error';
import type { Authenticator, Credentials } from '../authenticator';
import { bearerOf } from '../bearer';
import { Via, type Principal } from '../principal';
import { invalidToken } from '../refusals';
import { tokenProblem } from './token-problem';
import { rolesIn, subjectOf, type ClaimSettings } from './claims';

/** Tokens that are remembered as verified. */
const REMEMBERED = 10_000;
/** What is longer is no token that anybody means: not even hashed. */
const MAX_LENGTH = 16_384;

/** What tokens must be like. */
export interface TokenSettings extends ClaimSettings {
  issuer: string;
  audience: readonly string[];
  algorithms: readonly string[];
  clockToleranceMs: number;
  /** @default 0 never remembered */
  cacheMs: number;
}

/** Verifies a token. @throws what jose throws */
export type VerifyToken = (
  token: string,
  key: JWTVerifyGetKey,
  options: JWTVerifyOptions,
) => Promise<{ payload: JWTPayload }>;

interface Remembered {
  principal: Principal;
  until: number;
}

/**
 * Knows clients by a JWT as bearer token (job-orchestration-v3, Authentication; RFC 9068): signature, algorithm, issuer,
 * audience and times are checked, then remembered until the token is over.
 */
export class JwtAuthenticator implements Authenticator {
  readonly challenge = 'Bearer';
  /** By digest, so that the memory of the process has no tokens; the oldest goes first. */
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly settings: TokenSettings,
    private readonly keyOf: JWTVerifyGetKey,
    private readonly verify: VerifyToken,
    private readonly now: () => number = Date.now,
  ) {}

  authenticate(request: Credentials): Promise<Principal> | Principal | undefined {
    const token = bearerOf(request);
    if (token === undefined) return undefined;
    if (token.length > MAX_LENGTH) throw invalidToken(`the token is longer than ${MAX_LENGTH} characters`);
    const digest = createHash('sha256').update(token).digest('base64');
    const known = this.remembered.get(digest);
    if (known && known.until > this.now()) return known.principal;
    return this.judge(token, digest);
  }

  private async judge(token: string, digest: string): Promise<Principal> {
    const payload = await this.payloadOf(token);
    const subject = subjectOf(payload, this.settings);
    if (subject === undefined)
      throw invalidToken(
        `the token has no text in the claim ${this.settings.subjectClaim}, which names the client`,
      );
    const expiresAt = (payload.exp ?? 0) * 1000 + this.settings.clockToleranceMs;
    const principal: Principal = Object.freeze({
      subject,
      roles: rolesIn(payload, this.settings),
      via: Via.OAuth2,
      expiresAt,
    });
    this.remember(digest, principal, expiresAt);
    return principal;
  }

  private async payloadOf(token: string): Promise<JWTPayload> {
    const { issuer, audience, algorithms, clockToleranceMs } = this.settings;
    try {
      const { payload } = await this.verify(token, this.keyOf, {
        issuer,
        audience: [...audience],
        algorithms: [...algorithms],
        clockTolerance: clockToleranceMs / 1000,
        requiredClaims: ['exp'],
        currentDate: new Date(this.now()),
      });
      return payload;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw invalidToken(tokenProblem(error, this.settings, this.now()));
    }
  }

  private remember(digest: string, principal: Principal, expiresAt: number): void {
    const now = this.now();
    const until = Math.min(expiresAt, now + this.settings.cacheMs);
    if (until <= now) return;
    if (this.remembered.size >= REMEMBERED) {
      const oldest = this.remembered.keys().next().value;
      if (oldest !== undefined) this.remembered.delete(oldest);
    }
    this.remembered.delete(digest);
    this.remembered.set(digest, { principal, until });
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  Role,
  Via,
  type Authenticator,
  type Credentials,
  type LaunchIdentity,
  type Principal,
} from '../../identity/principal';
import { bearerOf } from '../../identity/bearer';
import { invalidToken } from '../../identity/refusals';

/** Lifetime of a service's own token, ms; the token is renewed earlier. */
const SERVICE_TOKEN_MS = 600_000;
const PREFIX = 'ptn_';
/** Purpose of the derived keys: nothing else that is signed with the same secret is valid as a token. */
const PURPOSE = 'portolan access tokens, 1';

type Claims =
  | { kind: 'service'; name: string; expires: number }
  | { kind: 'launch'; job: string; submitted?: number; worker: number; master: boolean };

/**
 * Tokens of this system's own processes, signed with a key derived from `INTERNAL_TOKEN`: those of services read the public APIs
 * of sibling services, those of launches give access to the addresses of their own job.
 */
export class OwnTokens implements Authenticator {
  /** Keys of accepted tokens, the signing key first; there are several during a rotation of the secret. */
  private readonly keys: readonly [Buffer, ...Buffer[]];
  private current: { token: string; renewAt: number } | undefined;

  /** @param secret that tokens are signed with @param others whose tokens are accepted, too */
  constructor(secret: string, ...others: string[]) {
    this.keys = [keyOf(secret), ...others.map(keyOf)];
  }

  /** Returns a token for calls of service `name` to its siblings. */
  forService(name: string, now = Date.now()): string {
    if (!this.current || this.current.renewAt <= now) {
      const token = this.sign({ kind: 'service', name, expires: now + SERVICE_TOKEN_MS });
      this.current = { token, renewAt: now + SERVICE_TOKEN_MS / 2 };
    }
    return this.current.token;
  }

  /** Returns a token for a process of a job, valid as long as the secret; its service refuses it once the process has ended. */
  forLaunch({ jobId, submittedAt: submitted, workerNumber, isMaster }: LaunchIdentity): string {
    return this.sign({ kind: 'launch', job: jobId, submitted, worker: workerNumber, master: isMaster });
  }

  authenticate(request: Credentials): Principal | undefined {
    const token = bearerOf(request);
    if (!token?.startsWith(PREFIX)) return undefined;
    const principal = this.read(token);
    if (principal) return principal;
    throw invalidToken(
      'the token of a service or a job was not made with the INTERNAL_TOKEN of this system, or has expired',
    );
  }

  /** @returns the token's principal; undefined for a foreign or expired token */
  read(token: string, now = Date.now()): Principal | undefined {
    const [payload = '', signature = ''] = token.slice(PREFIX.length).split('.');
    const given = Buffer.from(signature, 'base64url');
    const isSigned = this.keys.some((key) => {
      const expected = macOf(payload, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!isSigned) return undefined;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    if (claims.kind === 'launch') {
      const { job: jobId, submitted: submittedAt, worker: workerNumber, master: isMaster } = claims;
      const launch = { jobId, submittedAt, workerNumber, isMaster };
      return { subject: `${jobId}/${workerNumber}`, roles: [], via: Via.Launch, launch };
    }
    if (claims.expires <= now) return undefined;
    return { subject: claims.name, roles: [Role.Reader], via: Via.Service, expiresAt: claims.expires };
  }

  /** Reports whether a request carries such a token, in its `Authorization` header. */
  isShownBy(headers: Credentials['headers']): boolean {
    const token = bearerOf({ headers, url: '' });
    return token?.startsWith(PREFIX) === true && this.read(token) !== undefined;
  }

  private sign(claims: Claims): string {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${PREFIX}${payload}.${macOf(payload, this.keys[0]).toString('base64url')}`;
  }
}

const macOf = (text: string, key: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest();
const keyOf = (secret: string): Buffer => macOf(PURPOSE, secret);

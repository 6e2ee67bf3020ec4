import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credentials } from '../authenticator';
import { bearerOf } from '../bearer';
import { Role, Via, type Principal } from '../principal';

/** How long a service's own token holds, ms; it is made anew before. */
const SERVICE_TOKEN_MS = 600_000;
const PREFIX = 'ptn_';
/** What keys are derived for: a token can't be taken for anything else that is signed with the same secret. */
const PURPOSE = 'portolan access tokens, 1';

/** A process that is launched for a job. */
export interface LaunchIdentity {
  jobId: string;
  workerNumber: number;
  /** It scales the stages of its job. */
  isMaster: boolean;
}

/** What stands in a token. */
type Claims =
  | { kind: 'service'; name: string; expires: number }
  | { kind: 'launch'; job: string; worker: number; master: boolean };

/**
 * The tokens that this system gives to its own processes, signed with a key that is derived from `INTERNAL_TOKEN`: a
 * service's, with which it reads its siblings' public APIs, and a launch's, which opens what its own job needs.
 */
export class OwnTokens {
  private readonly key: Buffer;
  /** Keys that tokens are accepted of: several while secrets are exchanged. */
  private readonly keys: readonly Buffer[];
  private current: { token: string; renewAt: number } | undefined;

  /**
   * @param secret that tokens are signed with
   * @param others whose tokens are accepted, too
   */
  constructor(secret: string, ...others: string[]) {
    this.key = keyOf(secret);
    this.keys = [this.key, ...others.map(keyOf)];
  }

  /** A token for calls of service `name` to its siblings. */
  forService(name: string, now = Date.now()): string {
    if (!this.current || this.current.renewAt <= now) {
      const token = this.sign({ kind: 'service', name, expires: now + SERVICE_TOKEN_MS });
      this.current = { token, renewAt: now + SERVICE_TOKEN_MS / 2 };
    }
    return this.current.token;
  }

  /** A token for a process of a job; it holds as long as the secret does. */
  forLaunch({ jobId, workerNumber, isMaster }: LaunchIdentity): string {
    return this.sign({ kind: 'launch', job: jobId, worker: workerNumber, master: isMaster });
  }

  /** Tells whether a token is meant to be one of these. */
  isOwn(token: string): boolean {
    return token.startsWith(PREFIX);
  }

  /** @returns whose token it is; undefined when it is none of ours or over */
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
      const { job, worker, master } = claims;
      const launch = { jobId: job, isMaster: master };
      return { subject: `${job}/${worker}`, roles: [], via: Via.Launch, launch };
    }
    if (claims.expires <= now) return undefined;
    return { subject: claims.name, roles: [Role.Reader], via: Via.Service, expiresAt: claims.expires };
  }

  /** Tells whether a request carries such a token, in its `Authorization` header. */
  isShownBy(headers: Credentials['headers'], now = Date.now()): boolean {
    const token = bearerOf({ headers, url: '' });
    return token !== undefined && this.isOwn(token) && this.read(token, now) !== undefined;
  }

  private sign(claims: Claims): string {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${PREFIX}${payload}.${macOf(payload, this.key).toString('base64url')}`;
  }
}

const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update(PURPOSE).digest();

const macOf = (payload: string, key: Buffer): Buffer => createHmac('sha256', key).update(payload).digest();

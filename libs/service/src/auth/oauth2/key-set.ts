import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import type { AuthConfig } from '../../config/auth-config';
import { messageOf, unavailable, type ServiceError } from '../../errors/service-error';
import { invalidToken } from '../../identity/refusals';

type Settings = Pick<
  AuthConfig,
  'AUTH_ISSUER' | 'AUTH_JWKS_URL' | 'AUTH_JWKS_CACHE_MS' | 'AUTH_JWKS_COOLDOWN_MS' | 'AUTH_JWKS_TIMEOUT_MS'
>;

/** Pause after a failed read of the keys, ms, so that requests do not queue up for it. */
const FAILURE_PAUSE_MS = 1000;
const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

/**
 * The public keys of an issuer: read on first use, again when old (in the background), and for a token with an unknown key
 * (once per interval). While the issuer is unreachable, the known keys stay valid.
 */
export class KeySet {
  private find: JWTVerifyGetKey | undefined;
  private loadedAt = 0;
  private attemptedAt = Number.NEGATIVE_INFINITY;
  private failure: unknown;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly makeFinder: (keys: JSONWebKeySet) => JWTVerifyGetKey,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * The key lookup for jose. @throws ServiceError: unauthorized for a key that the issuer does not publish, unavailable when keys
   * could not be loaded
   */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    if (!this.find) await this.load(FAILURE_PAUSE_MS);
    if (!this.find) throw this.unreachable();
    if (Date.now() - this.loadedAt > this.settings.AUTH_JWKS_CACHE_MS) void this.load(FAILURE_PAUSE_MS);
    const known = await this.lookUp(header, token);
    if (known) return known;
    await this.load(this.failure === undefined ? this.settings.AUTH_JWKS_COOLDOWN_MS : FAILURE_PAUSE_MS);
    if (this.failure !== undefined) throw this.unreachable();
    const found = await this.lookUp(header, token);
    if (!found) throw invalidToken('the token is signed with a key that its issuer does not publish');
    return found;
  };

  private unreachable(): ServiceError {
    return unavailable('the issuer of tokens cannot be reached: try again in 2 s', this.failure);
  }

  /** Reads the keys unless the last attempt was less than `pauseMs` ago. Never throws. */
  async load(pauseMs = 0): Promise<void> {
    if (this.loading) return this.loading;
    if (Date.now() - this.attemptedAt < pauseMs) return;
    this.attemptedAt = Date.now();
    this.loading = this.fetchKeys().then(
      (keys) => {
        this.find = this.makeFinder(keys);
        this.loadedAt = Date.now();
        this.failure = undefined;
      },
      (error: unknown) => {
        this.failure = error;
        this.onError(error);
      },
    );
    await this.loading;
    this.loading = undefined;
  }

  /** @returns undefined for an unknown key */
  private async lookUp(
    ...asked: Parameters<JWTVerifyGetKey>
  ): Promise<Awaited<ReturnType<JWTVerifyGetKey>> | undefined> {
    try {
      return await this.find?.(...asked);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code === 'ERR_JWKS_NO_MATCHING_KEY') return undefined;
      throw error;
    }
  }

  private async fetchKeys(): Promise<JSONWebKeySet> {
    const signal = AbortSignal.timeout(this.settings.AUTH_JWKS_TIMEOUT_MS);
    const url = this.settings.AUTH_JWKS_URL ?? (await this.discover(signal));
    const keys = await readJson(url, signal);
    if (!isKeySet(keys)) throw new Error(`${url}: not a JSON Web Key Set`);
    return keys;
  }

  private async discover(signal: AbortSignal): Promise<string> {
    const { AUTH_ISSUER: issuer = '' } = this.settings;
    const base = issuer.replace(/(?<!\/)\/+$/, '');
    for (const path of DISCOVERY) {
      const document = (await readJson(`${base}${path}`, signal, true)) as
        { issuer?: unknown; jwks_uri?: unknown } | undefined;
      if (document === undefined) continue;
      if (document.issuer !== issuer) throw new Error(`${base}${path}: issuer must be ${issuer}`);
      if (typeof document.jwks_uri === 'string') return document.jwks_uri;
    }
    throw new Error(`${base}: no discovery document has a jwks_uri`);
  }
}

/** @returns undefined for a 404 when `optional` */
async function readJson(url: string, signal: AbortSignal, optional = false): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal,
  }).catch((error: unknown) => {
    throw new Error(`${url}: no answer (${messageOf(error)})`);
  });
  if (optional && response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

const isKeySet = (value: unknown): value is JSONWebKeySet =>
  typeof value === 'object' && value !== null && Array.isArray((value as { keys?: unknown }).keys);

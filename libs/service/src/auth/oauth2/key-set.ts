import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { cannotJudge, invalidToken } from '../refusals';

/** Where an issuer's keys are, and how they are kept. */
export interface KeySetSettings {
  issuer: string;
  /** Undefined: as the issuer's discovery document says. */
  jwksUrl: string | undefined;
  cacheMs: number;
  cooldownMs: number;
  timeoutMs: number;
}

/** After a failure keys are not asked for again for so long, ms: requests must not wait one after the other. */
const FAILURE_PAUSE_MS = 1000;
const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

type FindKey = JWTVerifyGetKey;

/**
 * The public keys of an issuer. They are read when first needed and again when they are old (beside the requests, which
 * go on with what is known) or when a token names a key that is not among them (at most once in a while). While the
 * issuer is away, known keys go on.
 */
export class KeySet {
  private find: FindKey | undefined;
  private loadedAt = 0;
  private attemptedAt = Number.NEGATIVE_INFINITY;
  private failure: unknown;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly settings: KeySetSettings,
    private readonly makeFinder: (keys: JSONWebKeySet) => FindKey,
    private readonly onError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** For jose. @throws ServiceError: unauthorized for an unknown key, unavailable when there are no keys to look in */
  readonly keyOf: FindKey = async (header, token) => {
    if (!this.find) await this.load(FAILURE_PAUSE_MS);
    if (!this.find)
      throw cannotJudge('the issuer of tokens cannot be reached: try again in 2 s', this.failure);
    if (this.now() - this.loadedAt > this.settings.cacheMs) void this.load(FAILURE_PAUSE_MS);
    const known = await this.lookUp(header, token);
    if (known) return known;
    await this.load(this.failure === undefined ? this.settings.cooldownMs : FAILURE_PAUSE_MS);
    if (this.failure !== undefined) {
      throw cannotJudge('the issuer of tokens cannot be reached: try again in 2 s', this.failure);
    }
    const found = await this.lookUp(header, token);
    if (!found) throw invalidToken('the token is signed with a key that its issuer does not publish');
    return found;
  };

  /** Reads the keys, unless that was tried less than `pauseMs` ago. Never throws. */
  async load(pauseMs = 0): Promise<void> {
    if (this.loading) return this.loading;
    if (this.now() - this.attemptedAt < pauseMs) return;
    this.attemptedAt = this.now();
    this.loading = this.fetchKeys().then(
      (keys) => {
        this.find = this.makeFinder(keys);
        this.loadedAt = this.now();
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

  /** @returns undefined for a key that is not known */
  private async lookUp(...asked: Parameters<FindKey>): Promise<Awaited<ReturnType<FindKey>> | undefined> {
    try {
      return await this.find?.(...asked);
    } catch (error) {
      if (isUnknownKey(error)) return undefined;
      throw error;
    }
  }

  private async fetchKeys(): Promise<JSONWebKeySet> {
    const signal = AbortSignal.timeout(this.settings.timeoutMs);
    const url = this.settings.jwksUrl ?? (await this.discover(signal));
    const keys = await readJson(url, signal);
    if (!isKeySet(keys)) throw new Error(`${url}: no key set`);
    return keys;
  }

  private async discover(signal: AbortSignal): Promise<string> {
    const { issuer } = this.settings;
    const base = issuer.replace(/\/+$/, '');
    for (const path of DISCOVERY) {
      const document = (await readJson(`${base}${path}`, signal, true)) as
        { issuer?: unknown; jwks_uri?: unknown } | undefined;
      if (document === undefined) continue;
      if (document.issuer !== issuer) throw new Error(`${base}${path}: speaks for another issuer`);
      if (typeof document.jwks_uri === 'string') return document.jwks_uri;
    }
    throw new Error(`${base}: no discovery document names its keys`);
  }
}

/** @returns undefined for 404 where that is `optional` */
async function readJson(url: string, signal: AbortSignal, optional = false): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal,
  }).catch((error: unknown) => {
    throw new Error(`${url}: no answer (${error instanceof Error ? error.message : String(error)})`);
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

const isUnknownKey = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_JWKS_NO_MATCHING_KEY';

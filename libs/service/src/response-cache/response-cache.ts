/** A response as bytes, with the headers that describe them. */
export interface KeptResponse {
  readonly body: Buffer;
  readonly type: string;
  readonly tag: string;
}

/** A response in progress; requests with the same key wait for it. */
export interface PendingResponse {
  /** Resolves with undefined when no response can be shared: after a failure, or a concurrent change. */
  readonly response: Promise<KeptResponse | undefined>;
  /** Time (`performance.now()`) at which the response is stale, ms. */
  readonly until: number;
  readonly finish: (response: KeptResponse | undefined) => void;
}

/** Age at which a response is stale, ms, counted from the moment before its first read (V1-LIST-23). */
const KEEP_MS = 200;
/** Limit of all bodies and their keys together, bytes. */
const MAX_BYTES = 16 << 20;

/**
 * Caches frequently requested responses as bytes for {@link KEEP_MS}; every change by this process clears the cache
 * (docs/decisions/response-cache.md).
 */
export class ResponseCache {
  private readonly kept = new Map<string, { response: KeptResponse; until: number }>();
  private readonly pending = new Map<string, PendingResponse>();
  private bytes = 0;
  /** Number of changes so far. */
  private generation = 0;

  /** Returns a fresh response, or a promise of the one in progress; undefined when the caller has to {@link begin}. */
  find(key: string): KeptResponse | Promise<KeptResponse | undefined> | undefined {
    const now = performance.now();
    const kept = this.kept.get(key);
    if (kept && now < kept.until) return kept.response;
    const pending = this.pending.get(key);
    return pending && now < pending.until ? pending.response : undefined;
  }

  /** Starts a response. The caller must `finish` it, also when the request fails. */
  begin(key: string): PendingResponse {
    let resolve: (response: KeptResponse | undefined) => void;
    const response = new Promise<KeptResponse | undefined>((done) => (resolve = done));
    const until = performance.now() + KEEP_MS;
    const { generation } = this;
    const finish = (made: KeptResponse | undefined): void => {
      if (this.pending.get(key) === one) this.pending.delete(key);
      const isCurrent = generation === this.generation;
      if (isCurrent && made) this.keep(key, made, until);
      resolve(isCurrent ? made : undefined);
    };
    const one: PendingResponse = { response, until, finish };
    this.pending.set(key, one);
    return one;
  }

  /** Clears all responses, including those in progress, which may have been read before the change. */
  clear(): void {
    this.generation += 1;
    this.kept.clear();
    this.pending.clear();
    this.bytes = 0;
  }

  private keep(key: string, response: KeptResponse, until: number): void {
    const ms = until - performance.now();
    const size = response.body.length + key.length;
    if (ms <= 0 || this.bytes + size > MAX_BYTES) return;
    const one = { response, until };
    this.forget(key);
    this.kept.set(key, one);
    this.bytes += size;
    // Frees the memory; `find` checks the age itself, because timers run late on a busy process.
    setTimeout(() => {
      if (this.kept.get(key) === one) this.forget(key);
    }, ms).unref();
  }

  private forget(key: string): void {
    const kept = this.kept.get(key);
    if (kept) this.bytes -= kept.response.body.length + key.length;
    this.kept.delete(key);
  }
}

import type { Json } from '../../json';

/** Results of one crawl. */
export interface KnownResults {
  /** What is known by the key, else what is answered now. */
  get(key: string, ask: () => Promise<Json | undefined>): Promise<Json | undefined>;
}

/**
 * Results of calls that stay true for ever, such as a version of a policy. Of each source only what its last
 * crawls have asked for is kept.
 */
export class ImmutableResults {
  private readonly bySource = new WeakMap<object, Map<string, Json>>();

  /** Begins a crawl: what it does not ask for is forgotten with the next one. */
  crawl(source: object): KnownResults {
    const before = this.bySource.get(source);
    const now = new Map<string, Json>();
    this.bySource.set(source, now);
    return {
      get: async (key, ask) => {
        const result = before?.get(key) ?? (await ask());
        if (result !== undefined) now.set(key, result);
        return result;
      },
    };
  }
}

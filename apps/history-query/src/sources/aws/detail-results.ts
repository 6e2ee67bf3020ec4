import type { Json } from '../../json/json';

/** Returns the known result of a key, else requests it. */
export type KnownResults = (key: string, ask: () => Promise<Json | undefined>) => Promise<Json | undefined>;

/** Cache of results that never change, such as a version of a policy; keeps those of each source's last crawls. */
export class ImmutableResults {
  private readonly bySource = new WeakMap<object, Map<string, Json>>();

  /** Begins a crawl: results that it does not use are evicted with the next one. */
  crawl(source: object): { get: KnownResults } {
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

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

export interface BatchesOptions<T, R> {
  /** Processes all items and returns their results in the same order; all or nothing. */
  work: (items: readonly T[]) => Promise<readonly R[]>;
  /** Whether an error is caused by a single item: then each item is tried alone. @default never */
  isolate?: (error: unknown) => boolean;
  /** Maximum number of items in a batch. @default 64 */
  limit?: number;
  /** Number of concurrent batches. @default 1 */
  concurrency?: number;
}

/** Processes concurrent items together: items that arrive while batches run form the next one; a lone item starts at once. */
export class Batches<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private running = 0;

  constructor(private readonly options: BatchesOptions<T, R>) {}

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running < (this.options.concurrency ?? 1)) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running += 1;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.options.limit ?? 64);
      try {
        await this.settle(batch);
      } catch (error) {
        if (batch.length > 1 && this.options.isolate?.(error)) await this.oneByOne(batch);
        else batch.forEach(({ reject }) => reject(error));
      }
    }
    this.running -= 1;
  }

  private async settle(batch: readonly Waiting<T, R>[]): Promise<void> {
    const results = await this.options.work(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => resolve(results[index] as R));
  }

  private async oneByOne(batch: readonly Waiting<T, R>[]): Promise<void> {
    await Promise.all(batch.map((one) => this.settle([one]).catch((error: unknown) => one.reject(error))));
  }
}

/** Separate {@link Batches} for each key, kept while the key has items. */
export class KeyedBatches<K, T, R> {
  private readonly open = new Map<K, { batches: Batches<T, R>; items: number }>();

  constructor(private readonly optionsOf: (key: K) => BatchesOptions<T, R>) {}

  async add(key: K, item: T): Promise<R> {
    const known = this.open.get(key) ?? { batches: new Batches(this.optionsOf(key)), items: 0 };
    this.open.set(key, known);
    known.items += 1;
    try {
      return await known.batches.add(item);
    } finally {
      known.items -= 1;
      if (known.items === 0) this.open.delete(key);
    }
  }
}

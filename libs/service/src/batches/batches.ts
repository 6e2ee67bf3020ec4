interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** How a {@link Batches} works. */
export interface BatchesOptions<T, R> {
  /** Does the work for all items, each with its result in the same order; all or nothing. */
  work: (items: readonly T[]) => Promise<readonly R[]>;
  /** An error that is the fault of one item: then each is tried alone. @default never */
  isolate?: (error: unknown) => boolean;
  /** Items of one batch at the most. @default 64 */
  limit?: number;
  /** Batches that are worked on at the same time. @default 1 */
  concurrency?: number;
}

/**
 * Does together what is asked for at the same time: so many batches at a time, and what comes meanwhile makes
 * the next. A lone item starts at once, so nobody waits for a batch to fill. Work for an item never begins before
 * it was added.
 */
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

/** {@link Batches} of each key by themselves, for as long as there is something of the key. */
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

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Condition } from '../query/filters';
import { JobSearchReadModel, type Tally } from './job-search.read-model';

/** Number of searches whose totals are cached. */
const MAX_KNOWN = 2000;

/** The number of settled jobs that a search found, up to a batch. */
export type KnownTotal = Pick<Tally, 'settled' | 'batch' | 'removals'>;

/**
 * Exact totals of searches. Settled jobs do not change, so their matches are counted once and cached; each search counts only
 * jobs added since. A removal of jobs invalidates all counts.
 */
@Injectable()
export class JobTotalsService {
  private readonly known = new LRUCache<string, KnownTotal>({ max: MAX_KNOWN });
  /** First counts in progress: a concurrent caller of the same search waits, then counts only newer jobs. */
  private readonly first = new Map<string, Promise<number>>();

  constructor(private readonly search: JobSearchReadModel) {}

  lastKnown(conditions: readonly Condition[]): KnownTotal | undefined {
    return this.known.get(keyOf(conditions));
  }

  /** Returns the sum of the cached and the new count; undefined when jobs were removed in between. */
  by(conditions: readonly Condition[], known: KnownTotal, since: Tally): number | undefined {
    if (since.removals !== known.removals) return undefined;
    return this.keep(keyOf(conditions), { ...since, settled: known.settled + since.settled });
  }

  async of(conditions: readonly Condition[]): Promise<number> {
    const key = keyOf(conditions);
    await this.first.get(key)?.catch(() => undefined);
    const known = this.known.get(key);
    if (known) {
      const total = this.by(conditions, known, await this.search.tally(conditions, known.batch));
      if (total !== undefined) return total;
    }
    const counting = this.search.tally(conditions, 0).then((tally) => this.keep(key, tally));
    this.first.set(key, counting);
    try {
      return await counting;
    } finally {
      if (this.first.get(key) === counting) this.first.delete(key);
    }
  }

  private keep(key: string, { settled, open, batch, removals }: Tally): number {
    // An empty range of batches would be read as "all".
    if (batch > 0) this.known.set(key, { settled, batch, removals });
    return settled + open;
  }
}

const keyOf = (conditions: readonly Condition[]): string => JSON.stringify(conditions);

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Condition } from '../../search/filters';
import { JobSearch, type Tally } from './job-search.read-model';

/** Searches whose totals are kept. */
const MAX_KNOWN = 2000;

/** What a search found among settled jobs, up to a batch. */
export type KnownTotal = Pick<Tally, 'settled' | 'batch' | 'removals'>;

/**
 * Exact totals of searches. Settled jobs do not change, so what a search found among them is counted once and kept; each
 * time only what came since is counted. When jobs are removed all is counted again.
 */
@Injectable()
export class JobTotals {
  private readonly known = new LRUCache<string, KnownTotal>({ max: MAX_KNOWN });
  /** First counts under way: who asks for the same waits, then counts what came since. */
  private readonly first = new Map<string, Promise<number>>();

  constructor(private readonly search: JobSearch) {}

  /** What is known of a search that was asked for before. */
  lastKnown(conditions: readonly Condition[]): KnownTotal | undefined {
    return this.known.get(keyOf(conditions));
  }

  /** The total by what is known and what was found since; undefined when jobs were removed in between. */
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
    // An empty range of batches would be asked for as "all".
    if (batch > 0) this.known.set(key, { settled, batch, removals });
    return settled + open;
  }
}

const keyOf = (conditions: readonly Condition[]): string => JSON.stringify(conditions);

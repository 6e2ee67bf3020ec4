import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ignoresUnknown } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { Condition } from '../query/filters';
import { totalByPage, type Query } from '../query/paging';
import type { Found } from '../query/search-page';
import { readSearch, type Searchable } from '../query/searchable';
import { JobSearchReadModel, type Tally, type JobSummary } from './job-search.read-model';
import { jobSearchable } from './job-searchable';

/** Number of searches whose totals are cached. */
const MAX_KNOWN = 2000;

/** The number of settled jobs that a search found, up to a batch. */
type KnownTotal = Pick<Tally, 'settled' | 'batch' | 'removals'>;

/**
 * Searches jobs: a page of rows and the exact total. Settled jobs do not change, so their matches are counted once and cached; each
 * search counts only jobs added since. A removal of jobs invalidates all counts.
 */
@Injectable()
export class JobSearchService {
  readonly searchable: Searchable;
  private readonly known = new LRUCache<string, KnownTotal>({ max: MAX_KNOWN });
  /** First counts in progress: a concurrent caller of the same search waits, then counts only newer jobs. */
  private readonly first = new Map<string, Promise<number>>();

  constructor(
    private readonly jobs: JobSearchReadModel,
    private readonly config: JobOrchestrationConfig,
  ) {
    this.searchable = jobSearchable(config.API_RELEASE);
  }

  async search(query: Query): Promise<Found<JobSummary>> {
    const search = readSearch(this.searchable, query, ignoresUnknown(this.config.COMPATIBILITY));
    const { conditions, paging } = search;
    const key = JSON.stringify(conditions);
    const known = this.known.get(key);
    const { rows, since } = await this.jobs.page(conditions, paging, known);
    const total =
      (known && since && this.sum(key, known, since)) ??
      totalByPage(rows.length, paging) ??
      (await this.count(key, conditions));
    return { search, rows, total };
  }

  /** Returns the sum of the cached and the new count; undefined when jobs were removed in between. */
  private sum(key: string, known: KnownTotal, since: Tally): number | undefined {
    if (since.removals !== known.removals) return undefined;
    return this.keep(key, { ...since, settled: known.settled + since.settled });
  }

  private async count(key: string, conditions: readonly Condition[]): Promise<number> {
    await this.first.get(key)?.catch(() => undefined);
    const known = this.known.get(key);
    if (known) {
      const total = this.sum(key, known, await this.jobs.tally(conditions, known.batch));
      if (total !== undefined) return total;
    }
    const counting = this.jobs.tally(conditions, 0).then((tally) => this.keep(key, tally));
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

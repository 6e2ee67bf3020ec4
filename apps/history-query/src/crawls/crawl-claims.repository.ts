import { Injectable } from '@nestjs/common';
import { databaseNow, lockRow } from '@portolan/service';
import { DataSource } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';

/** Lease of a crawl, ms: a second crawl may start when it was not renewed for this long. */
export const CRAWL_LEASE_MS = 30_000;

/** The right to crawl a collection; lost when another crawl claims it. */
export interface CrawlClaim {
  collection: number;
  generation: number;
  /** Time of the last applied crawl, ms. */
  moment: number;
}

/** Grants the right to crawl a collection to one process at a time. */
@Injectable()
export class CrawlClaimsRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Claims a collection for a crawl.
   * @param failures that the caller knows of
   * @returns undefined while another crawl of it is running, or when one has failed since the caller looked
   */
  async claim(collection: number, now: number, failures = Infinity): Promise<CrawlClaim | undefined> {
    return this.database.transaction(async (manager) => {
      const row = await lockRow(manager, CollectionEntity, { number: collection });
      const time = await databaseNow(manager);
      if (!row || row.leasedUntil > time || row.failures > failures) return undefined;
      const generation = row.generation + 1;
      const claimed = { generation, attemptedAt: now, leasedUntil: time + CRAWL_LEASE_MS };
      await manager.update(CollectionEntity, { number: collection }, claimed);
      return { collection, generation, moment: row.moment };
    });
  }

  async renew(claim: CrawlClaim): Promise<void> {
    await this.leaseUntil(claim, (await databaseNow(this.database.manager)) + CRAWL_LEASE_MS);
  }

  async release(claim: CrawlClaim): Promise<void> {
    await this.leaseUntil(claim, 0);
  }

  private async leaseUntil({ collection, generation }: CrawlClaim, leasedUntil: number): Promise<void> {
    await this.database.manager.update(CollectionEntity, { number: collection, generation }, { leasedUntil });
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PackingRepository, type PackingPass } from './packing.repository';

/** A pass that moves more revisions than this, and more than are left, rebuilds the table, whose file would keep its size. */
const WORTH_A_REBUILD = 100_000;

/** Rows of a batch: few at first, then as many as the size of the documents allows. */
const FEWEST_ROWS = 16;
const MOST_ROWS = 1024;
const BATCH_BYTES = 1024 * 1024;

/** Pause between two attempts to take the lease, ms. */
const LEASE_POLL_MS = 500;

interface PackingOptions {
  /** Revisions that ended before this time are packed, ms. */
  before: number;
  /** Share of the time in which nothing is packed, so that others get the database. @default 0 */
  idleShare?: number;
  signal?: AbortSignal;
}

/** Packs past revisions: the rows of neighbouring documents become compressed blocks (docs/decisions/packed-history.md). */
@Injectable()
export class PackingService {
  constructor(private readonly packing: PackingRepository) {}

  /** Packs what ended some time ago, unless another process does. @returns the number of packed revisions */
  async packOlderThan(ms: number, signal: AbortSignal): Promise<number> {
    if (!(await this.packing.lease(false))) return 0;
    return this.packUnderLease({ before: (await this.packing.now()) - ms, idleShare: 0.5, signal });
  }

  /** Packs all past revisions now, also during the time for which an upgrade defers packing. */
  async packEverything(): Promise<number> {
    await this.packing.allow(true);
    while (!(await this.packing.lease(false))) await delay(LEASE_POLL_MS);
    return this.packUnderLease({ before: (await this.packing.now()) + 1 });
  }

  /** Moves all packed revisions back to rows, and packs none until {@link packEverything}. */
  async unpackEverything(): Promise<number> {
    // A process that packs gives up its lease after the current batch.
    await this.packing.allow(false);
    while (!(await this.packing.isIdle())) await delay(LEASE_POLL_MS);
    let moved = 0;
    for (;;) {
      const some = await this.packing.unpack();
      if (some === 0) return moved;
      moved += some;
    }
  }

  private async packUnderLease({ before, idleShare = 0, signal }: PackingOptions): Promise<number> {
    let packed = 0;
    try {
      for (const pass of await this.packing.passes(before)) {
        packed += await this.packAll(pass, idleShare, signal);
        if (signal?.aborted) return packed;
      }
      if (packed > WORTH_A_REBUILD) await this.packing.rebuild();
    } finally {
      await this.packing.release();
    }
    return packed;
  }

  private async packAll(pass: PackingPass, idleShare: number, signal?: AbortSignal): Promise<number> {
    let packed = 0;
    let limit = FEWEST_ROWS;
    let after: string | undefined = '';
    while (after !== undefined && !signal?.aborted) {
      const started = performance.now();
      const batch = await this.packing.pack(pass, after, limit);
      limit = Math.min(Math.max(batch.bytes > BATCH_BYTES ? limit / 2 : limit * 2, FEWEST_ROWS), MOST_ROWS);
      packed += batch.packed;
      after = batch.next;
      if (!(await this.packing.lease(true))) return packed;
      const busy = performance.now() - started;
      if (idleShare > 0)
        await delay((busy * idleShare) / (1 - idleShare), undefined, { signal }).catch(() => undefined);
    }
    return packed;
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WellClock } from '@portolan/launches';
import { ServiceLogger, Ticker } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { LostArchives } from './lost-archives.repository';

/** Nodes looked at in one pass. */
const BATCH = 100;

/**
 * Gives up the archives of jobs that were over when their node went away before it had told of them (reference: jobs §11).
 * A node that is back tells all the same, and that counts. Every process looks at a node once after each time it fell silent.
 */
@Injectable()
export class LostArchivesSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly clock = new WellClock();
  private readonly ticker: Ticker;
  /** Nodes that were heard of last before this time have been looked at. */
  private seen = 0;

  constructor(
    private readonly archives: LostArchives,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.SWEEP_MS,
      run: () => this.sweep(),
      onError: (error) => {
        this.clock.reset();
        logger.warn({ err: error }, 'archives of nodes that are gone could not be looked for');
      },
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.ticker.stop();
  }

  private async sweep(): Promise<void> {
    const { LEASE_MS, SWEEP_MS } = this.config;
    // After an outage of our own every node looks silent; and what a silent node still held is given up first.
    if (this.clock.wellFor(SWEEP_MS) < LEASE_MS) return;
    const nodes = await this.archives.silentNodes(this.seen, LEASE_MS + 2 * SWEEP_MS, BATCH);
    const lost = await this.archives.giveUp(nodes.map(({ nodeId }) => nodeId));
    if (lost > 0) this.logger.warn({ jobs: lost }, 'archives were given up: their nodes are gone');
    const last = nodes.at(-1);
    if (!last) return;
    const full = nodes.length === BATCH && last.renewedAt > (nodes[0]?.renewedAt ?? 0);
    this.seen = full ? last.renewedAt : last.renewedAt + 1;
    if (nodes.length === BATCH) this.ticker.wake();
  }
}

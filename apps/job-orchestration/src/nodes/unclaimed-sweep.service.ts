import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LaunchRepository, Launches, WellClock } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { NodeRepository } from './node.repository';

/** Launches given up in one pass. */
const BATCH = 200;

/**
 * Gives up launches that no live node could ever take, for lack of an agent cluster or of memory in all. A
 * launch that only waits is left alone, however long (design: waiting is not failing). While Redis is away no
 * heartbeat comes, so that time does not count.
 */
@Injectable()
export class UnclaimedSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly clock = new WellClock();
  private readonly ticker: Ticker;

  constructor(
    private readonly nodes: NodeRepository,
    private readonly waiting: LaunchRepository,
    private readonly launches: Launches,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.SWEEP_MS,
      run: () => this.sweep(),
      onError: (error) => {
        this.clock.reset();
        logger.warn({ err: error }, 'unclaimed launches could not be looked for');
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
    await this.signals.ping();
    const { JOB_UNCLAIMED_MS, NODE_LOST_MS, SWEEP_MS } = this.config;
    if (this.clock.wellFor(SWEEP_MS) < JOB_UNCLAIMED_MS) return;
    const live = await this.nodes.seenSince(Date.now() - Math.max(NODE_LOST_MS, JOB_UNCLAIMED_MS));
    const rooms = live.filter(({ slots }) => slots > 0);
    const ids = await this.waiting.beyond(rooms, Date.now() - JOB_UNCLAIMED_MS, BATCH);
    for (const id of ids) {
      await this.launches.giveUp(id, {
        code: 'unclaimed',
        message: 'no live node could ever take it',
        permanent: true,
      });
    }
  }
}

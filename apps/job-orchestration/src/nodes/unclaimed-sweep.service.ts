import { Injectable } from '@nestjs/common';
import { LaunchRepository, LaunchesService, LeaseClock } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, ServiceLogger, isolateFailure } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { NodeRepository } from './node.repository';

/** Launches failed in one pass. */
const BATCH = 200;

/**
 * Fails launches that no live node could ever run, because of the agent cluster or the total memory. A launch that only
 * waits for room is left alone, however long (V3-NODE-3). While Redis is unavailable no
 * heartbeat arrives, so that time does not count.
 */
@Injectable()
export class UnclaimedSweepService {
  private readonly clock = new LeaseClock();

  constructor(
    private readonly nodes: NodeRepository,
    private readonly waiting: LaunchRepository,
    private readonly launches: LaunchesService,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.SWEEP_MS, 'give up launches that no node can take', () => this.sweep(), {
      onError: () => this.clock.reset(),
    });
  }

  private async sweep(): Promise<void> {
    await this.signals.ping();
    const { JOB_UNCLAIMED_MS, NODE_LOST_MS, SWEEP_MS } = this.config;
    if (this.clock.healthyFor(SWEEP_MS) < JOB_UNCLAIMED_MS) return;
    const live = await this.nodes.seenSince(Date.now() - Math.max(NODE_LOST_MS, JOB_UNCLAIMED_MS));
    const rooms = live.filter(({ slots }) => slots > 0);
    const failure = { code: 'unclaimed', message: 'no live node could ever take it', permanent: true };
    for (const id of await this.waiting.beyond(rooms, Date.now() - JOB_UNCLAIMED_MS, BATCH))
      await isolateFailure(
        () => this.launches.giveUp(id, failure),
        (error) => this.logger.error({ err: error, launchId: id }, 'an unclaimed launch could not be ended'),
      );
  }
}

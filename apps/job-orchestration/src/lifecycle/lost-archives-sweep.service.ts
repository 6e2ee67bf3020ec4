import { Injectable } from '@nestjs/common';
import { LeaseClock } from '@portolan/launches';
import { PeriodicTasks, ServiceLogger, type PeriodicTask } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { LostArchivesRepository } from './lost-archives.repository';

/** Nodes checked in one pass. */
const BATCH = 100;

/**
 * Marks the archives of finished jobs UNKNOWN when their node was lost before it reported them (V3-RUN-11). A report of
 * a node that has returned still counts. Every process checks a node once after each time it fell silent.
 */
@Injectable()
export class LostArchivesSweepService {
  private readonly clock = new LeaseClock();
  private readonly task: PeriodicTask;
  /** Nodes whose last heartbeat is older than this time have been checked. */
  private seen = 0;

  constructor(
    private readonly archives: LostArchivesRepository,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
    periodic: PeriodicTasks,
  ) {
    this.task = periodic.every(config.SWEEP_MS, 'give up lost archives', () => this.sweep(), {
      onError: () => this.clock.reset(),
    });
  }

  private async sweep(): Promise<void> {
    const { LEASE_MS, SWEEP_MS } = this.config;
    // After an outage of this service every node looks silent; launches of a silent node are failed first.
    if (this.clock.healthyFor(SWEEP_MS) < LEASE_MS) return;
    const nodes = await this.archives.silentNodes(this.seen, LEASE_MS + 2 * SWEEP_MS, BATCH);
    const lost = await this.archives.giveUp(nodes.map(({ nodeId }) => nodeId));
    if (lost > 0) this.logger.warn({ jobs: lost }, 'archives marked UNKNOWN: their nodes are lost');
    const last = nodes.at(-1);
    if (!last) return;
    const full = nodes.length === BATCH && last.renewedAt > (nodes[0]?.renewedAt ?? 0);
    this.seen = full ? last.renewedAt : last.renewedAt + 1;
    if (nodes.length === BATCH) this.task.wake();
  }
}

import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  ClaimDecision,
  LaunchHandlers,
  type LaunchChange,
  type LaunchClaim,
  type LaunchEnd,
  type LaunchEntity,
} from '@portolan/launches';
import { ServiceLogger, type Transaction } from '@portolan/service';
import type { JobChange } from '../jobs/job-change';
import { JobChangesService } from '../jobs/job-changes.service';
import { isActiveJob } from '../jobs/job-states';
import type { WorkerEntity } from '../jobs/job.entity';
import { WorkerState, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { JobLifecycleService } from '../lifecycle/job-lifecycle.service';
import { PlacementService, type PlacementRound } from '../placement/placement.service';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { isRequestedEnd, outcomeOf, processEnded } from './worker-outcome';

/** Applies the claims and changes of launches to their workers. */
@Injectable()
export class WorkerLaunchHandlers extends LaunchHandlers {
  constructor(
    private readonly workers: WorkerRepository,
    private readonly changes: JobChangesService,
    private readonly lifecycle: JobLifecycleService,
    private readonly signals: StreamSignalsService,
    private readonly placement: PlacementService,
    private readonly logger: ServiceLogger,
  ) {
    super();
  }

  /**
   * Lets a node take an active worker whose constraints allow the node; the worker becomes Launched. Workers of one job that
   * are claimed at the same time are admitted together, under one lock of the job.
   */
  override async admit(asked: readonly LaunchClaim[], transaction: Transaction): Promise<ClaimDecision[]> {
    const decisions = new Map<LaunchClaim, ClaimDecision>();
    for (const jobId of new Set(asked.map(({ launch }) => jobIdOf(launch)))) {
      await this.changes.within(transaction, jobId, async (change) => {
        if (!isActiveJob(change.job.state)) return;
        const round = await this.placement.round(jobId, transaction);
        for (const one of asked.filter(({ launch }) => jobIdOf(launch) === jobId))
          decisions.set(one, await this.admitOne(one, round, change));
      });
    }
    return asked.map((one) => decisions.get(one) ?? ClaimDecision.Stop);
  }

  override async changed(changes: readonly LaunchChange[], transaction: Transaction): Promise<void> {
    for (const change of changes) await this.apply(change, transaction);
  }

  private async apply(change: LaunchChange, transaction: Transaction): Promise<void> {
    switch (change.type) {
      case 'claimed':
        return;
      case 'progressed':
        return this.notePorts(change.launch, transaction);
      case 'ended':
        await this.withWorker(change.launch, transaction, async (jobChange, worker) => {
          if (!isTerminalWorker(worker.state)) await this.ended(jobChange, worker, change.end);
          // The worker itself reported its failure before its process ended.
          else if (worker.state === WorkerState.Failed && change.end.cause === 'exited')
            jobChange.noteWorker(worker, processEnded(change.end), 'WARN');
        });
    }
  }

  settled(change: LaunchChange): void {
    const jobId = change.launch.offer.environment.JOB_ID;
    // Texts of events are only the words that clients match (docs/contract/streams.md#messages).
    if (change.type === 'ended' && !isRequestedEnd(change.end))
      this.logger.info({ jobId, worker: change.launch.subject, end: change.end }, 'worker process ended');
    // A running process leaves no event: the worker reports its own state.
    if (jobId !== undefined && change.type !== 'progressed')
      this.signals.jobChanged(jobId, change.type === 'ended');
  }

  private async admitOne(asked: LaunchClaim, round: PlacementRound, change: JobChange) {
    const { transaction } = change;
    const worker = await this.workers.byLaunch(asked.launch.id, transaction);
    if (!worker || isTerminalWorker(worker.state)) return ClaimDecision.Stop;
    if (!(await this.placement.allows(round, worker, asked, transaction))) return ClaimDecision.NotHere;
    const { host, nodeId, ports } = asked.claim;
    Object.assign(worker, { host, nodeId, ports });
    const where = `scheduled on ${host} with ports ${JSON.stringify(ports)}`;
    await this.lifecycle.moveWorker(change, worker, WorkerState.Launched, where);
    return ClaimDecision.Go;
  }

  /** The ports usually equal those of the claim; the job is locked only when they differ. */
  private async notePorts(launch: LaunchEntity, transaction: Transaction): Promise<void> {
    const ports = launch.snapshot?.ports ?? {};
    if (Object.keys(ports).length === 0) return;
    const known = await this.workers.byLaunch(launch.id, transaction);
    if (!known || isDeepStrictEqual(known.ports, ports)) return;
    await this.withWorker(launch, transaction, async (_change, worker) => {
      worker.ports = ports;
      await this.workers.save(worker, transaction);
    });
  }

  private async ended(change: JobChange, worker: WorkerEntity, end: LaunchEnd): Promise<void> {
    const outcome = outcomeOf(end);
    if (outcome.failsJob) await this.lifecycle.failJob(change, worker, outcome.why, outcome.news);
    else await this.lifecycle.replaceFailed(change, worker, outcome.reason, outcome.news);
  }

  /** Reads the worker again with its job locked; the launch of a removed job has none. */
  private async withWorker(
    launch: LaunchEntity,
    transaction: Transaction,
    work: (change: JobChange, worker: WorkerEntity) => Promise<void>,
  ): Promise<void> {
    await this.changes.within(transaction, jobIdOf(launch), async (change) => {
      const worker = await this.workers.byLaunch(launch.id, transaction);
      if (worker) await work(change, worker);
    });
  }
}

const jobIdOf = ({ offer }: LaunchEntity): string => offer.environment.JOB_ID ?? '';

import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  ClaimDecision,
  LaunchHandlers,
  type ClaimRequest,
  type LaunchChange,
  type LaunchClaim,
  type LaunchEnd,
  type LaunchEntity,
} from '@portolan/launches';
import { ServiceLogger, type Transaction } from '@portolan/service';
import { PROCESS_ENDED, type JobChange } from '../jobs/job-change';
import { JobChanges } from '../jobs/job-changes.service';
import { JobLifecycle } from '../jobs/job-lifecycle.service';
import { JobNotices } from '../jobs/job-notices.service';
import type { WorkerEntity } from '../jobs/job.entity';
import { isActiveJob } from '../jobs/job-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { Placement, type PlacementRound } from '../placement/placement.service';
import { WorkerReason, WorkerState, isTerminalWorker } from '../jobs/worker-states';

/** Exit code of a worker whose job can't run as it was submitted (EX_USAGE). */
const PERMANENT_EXIT_CODE = 64;

/** What the fate of a launch means for its worker. */
@Injectable()
export class WorkerLaunchHandlers extends LaunchHandlers {
  constructor(
    private readonly workers: WorkerRepository,
    private readonly changes: JobChanges,
    private readonly lifecycle: JobLifecycle,
    private readonly notices: JobNotices,
    private readonly placement: Placement,
    private readonly logger: ServiceLogger,
  ) {
    super();
  }

  async admit(launch: LaunchEntity, claim: ClaimRequest, transaction: Transaction): Promise<ClaimDecision> {
    const [decision] = await this.admitAll([{ launch, claim }], transaction);
    return decision ?? ClaimDecision.Stop;
  }

  /**
   * A node may have a worker that is still wanted, where its constraints allow. The worker is Launched with that. Workers of
   * one job that are asked for at the same time are admitted together: they share its row.
   */
  override async admitAll(asked: readonly LaunchClaim[], transaction: Transaction): Promise<ClaimDecision[]> {
    const byJob = new Map<string, LaunchClaim[]>();
    for (const one of asked) {
      const jobId = one.launch.offer.environment.JOB_ID ?? '';
      byJob.set(jobId, [...(byJob.get(jobId) ?? []), one]);
    }
    const decisions = new Map<LaunchClaim, ClaimDecision>();
    for (const [jobId, some] of byJob) {
      await this.changes.within(transaction, jobId, async (change) => {
        if (!isActiveJob(change.job.state)) return;
        const round = await this.placement.round(jobId, transaction);
        for (const one of some) decisions.set(one, await this.admitOne(one, round, change));
      });
    }
    return asked.map((one) => decisions.get(one) ?? ClaimDecision.Stop);
  }

  async changed(change: LaunchChange, transaction: Transaction): Promise<void> {
    switch (change.type) {
      case 'claimed':
        return;
      case 'progressed':
        return this.notePorts(change.launch, transaction);
      case 'ended':
        await this.withWorker(change.launch, transaction, async (jobChange, worker) => {
          if (!isTerminalWorker(worker.state)) await this.ended(jobChange, worker, change.end);
          // It has said itself that it failed, before its process ended.
          else if (worker.state === WorkerState.Failed && change.end.cause === 'exited')
            jobChange.noteWorker(worker, PROCESS_ENDED, 'WARN');
        });
    }
  }

  settled(change: LaunchChange): void {
    const jobId = change.launch.offer.environment.JOB_ID;
    // Why it is over is told here: events have the words that clients know (reference: streams §7.3).
    if (change.type === 'ended' && !isWanted(change.end))
      this.logger.info({ jobId, worker: change.launch.subject, end: change.end }, 'worker process is over');
    // That a process runs is nothing that clients are told of: they hear of the worker from itself.
    if (jobId !== undefined && change.type !== 'progressed')
      this.notices.jobChanged(jobId, change.type === 'ended');
  }

  private async admitOne(
    asked: LaunchClaim,
    round: PlacementRound,
    change: JobChange,
  ): Promise<ClaimDecision> {
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

  /** Ports are those of the claim, as a rule: then the job stays free for others. */
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
    switch (end.cause) {
      case 'exited':
        await this.exited(change, worker, end.exitCode);
        return;
      case 'notStarted':
        if (end.failure.permanent) await this.lifecycle.failJob(change, worker, end.failure.message);
        else await this.lifecycle.replaceFailed(change, worker, WorkerReason.Error, end.failure.message);
        return;
      case 'stopped':
        await this.lifecycle.replaceFailed(
          change,
          worker,
          WorkerReason.Lost,
          end.detail ?? `stopped by its ${end.reason}`,
        );
        return;
      case 'lost':
        await this.lifecycle.replaceFailed(change, worker, WorkerReason.Lost, lostText(end));
        return;
      case 'withdrawn':
        await this.lifecycle.replaceFailed(change, worker, WorkerReason.Lost, 'its launch was withdrawn');
        return;
    }
  }

  /**
   * Only a worker that has said `Completed` is done, and it has said so before its process ends. One that
   * ends with 0 all the same was told to by somebody else: an operator, or its machine shutting down.
   */
  private async exited(change: JobChange, worker: WorkerEntity, exitCode: number): Promise<void> {
    if (exitCode === PERMANENT_EXIT_CODE) {
      const why = `worker terminated with exit code ${exitCode}`;
      await this.lifecycle.failJob(change, worker, why, PROCESS_ENDED);
      return;
    }
    const reason = exitCode === 0 ? WorkerReason.Lost : WorkerReason.Error;
    await this.lifecycle.replaceFailed(change, worker, reason, PROCESS_ENDED);
  }

  /** The worker is read again with its job locked; a launch of a job that is gone has none. */
  private async withWorker<R>(
    launch: LaunchEntity,
    transaction: Transaction,
    work: (change: JobChange, worker: WorkerEntity) => Promise<R>,
  ): Promise<R | undefined> {
    const jobId = launch.offer.environment.JOB_ID ?? '';
    const done = await this.changes.within(transaction, jobId, async (change) => {
      const worker = await this.workers.byLaunch(launch.id, transaction);
      return worker ? work(change, worker) : undefined;
    });
    return done?.value;
  }
}

/** The word that existing clients match on, followed by the cause where a launcher reported one. */
const lostText = ({ place, message }: Extract<LaunchEnd, { cause: 'lost' }>): string =>
  place === undefined ? 'resubmitting lost worker ' : `resubmitting lost worker: ${message}`;

/** Tells whether a launch is over because this service wanted it. */
const isWanted = (end: LaunchEnd): boolean =>
  end.cause === 'withdrawn' || (end.cause === 'stopped' && end.reason === 'owner');

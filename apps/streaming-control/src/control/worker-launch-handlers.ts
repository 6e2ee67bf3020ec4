import { Injectable } from '@nestjs/common';
import {
  ClaimDecision,
  LaunchHandlers,
  type ClaimRequest,
  type LaunchChange,
  type LaunchEnd,
  type LaunchEntity,
} from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import type { JobChange } from '../jobs/job-change';
import { JobChanges } from '../jobs/job-changes.service';
import { JobLifecycle } from '../jobs/job-lifecycle.service';
import { JobNotices } from '../jobs/job-notices.service';
import type { WorkerEntity } from '../jobs/job.entity';
import { isActiveJob } from '../jobs/job-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { Placement } from '../placement/placement.service';
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
  ) {
    super();
  }

  /** A node may have a worker that is still wanted, where its constraints allow; the ports it would give are noted. */
  async admit(launch: LaunchEntity, claim: ClaimRequest, transaction: Transaction): Promise<ClaimDecision> {
    const decision = await this.withWorker(launch, transaction, async (change, worker) => {
      if (!isActiveJob(change.job.state) || isTerminalWorker(worker.state)) return ClaimDecision.Stop;
      if (!(await this.placement.allows(launch, worker, claim, transaction))) return ClaimDecision.NotHere;
      worker.ports = claim.ports;
      await this.workers.save(worker, transaction);
      return ClaimDecision.Go;
    });
    return decision ?? ClaimDecision.Stop;
  }

  async changed(change: LaunchChange, transaction: Transaction): Promise<void> {
    await this.withWorker(change.launch, transaction, (jobChange, worker) =>
      this.apply(change, jobChange, worker),
    );
  }

  settled(change: LaunchChange): void {
    const jobId = change.launch.offer.environment.JOB_ID;
    if (jobId !== undefined) this.notices.jobChanged(jobId);
  }

  private async apply(change: LaunchChange, jobChange: JobChange, worker: WorkerEntity): Promise<void> {
    const { launch } = change;
    switch (change.type) {
      case 'claimed':
        worker.host = launch.host;
        worker.nodeId = launch.nodeId;
        await this.lifecycle.moveWorker(
          jobChange,
          worker,
          WorkerState.Launched,
          `scheduled on ${launch.host ?? 'unknown host'} with ports ${JSON.stringify(worker.ports ?? {})}`,
        );
        return;
      case 'progressed':
        if (launch.snapshot && Object.keys(launch.snapshot.ports).length > 0) {
          worker.ports = launch.snapshot.ports;
          await this.workers.save(worker, jobChange.transaction);
        }
        return;
      case 'ended':
        if (!isTerminalWorker(worker.state)) await this.ended(jobChange, worker, change.end);
        return;
    }
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
        await this.lifecycle.replaceFailed(change, worker, WorkerReason.Lost, `stopped by its ${end.reason}`);
        return;
      case 'lost':
        await this.lifecycle.replaceFailed(
          change,
          worker,
          WorkerReason.Lost,
          `resubmitting lost worker: ${end.message}`,
        );
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
    const message = `worker terminated with exit code ${exitCode}`;
    if (exitCode === PERMANENT_EXIT_CODE) {
      await this.lifecycle.failJob(change, worker, message);
    } else if (exitCode === 0) {
      await this.lifecycle.replaceFailed(
        change,
        worker,
        WorkerReason.Lost,
        `${message}, not having completed`,
      );
    } else {
      await this.lifecycle.replaceFailed(change, worker, WorkerReason.Error, message);
    }
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

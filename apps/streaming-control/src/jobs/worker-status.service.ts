import { Injectable } from '@nestjs/common';
import type { PostJobStatusRequest, WorkerStatus } from './job.dto';
import type { JobChange } from './job-change';
import { JobChanges } from './job-changes.service';
import { JobLifecycle } from './job-lifecycle.service';
import type { WorkerEntity } from './job.entity';
import { isActiveJob } from './job-states';
import { WorkerRepository } from './worker.repository';
import { StatusType, WorkerReason, WorkerState, isTerminalWorker } from './worker-states';

/** Payload type by which a worker says that starting it again can't help. */
const PERMANENT_FAILURE = 'PermanentFailure';
/** Payload type by which a sink says whether somebody listens to it. */
const SUBSCRIPTION_STATE = 'SubscriptionState';

/** Takes what workers say of themselves (reference: streams §1.2, §4.6). What comes from a stranger is ignored. */
@Injectable()
export class WorkerStatusService {
  constructor(
    private readonly changes: JobChanges,
    private readonly lifecycle: JobLifecycle,
    private readonly workers: WorkerRepository,
  ) {}

  /** @param pathJobId the job that the address names; a body that names another one is ignored */
  async post(request: PostJobStatusRequest, pathJobId?: string): Promise<void> {
    const { status } = request;
    const jobId = status.jobId ?? request.jobId ?? pathJobId;
    if (jobId === undefined || (pathJobId !== undefined && jobId !== pathJobId)) return;
    if (
      status.type === StatusType.Heartbeat &&
      (await this.workers.noteHeartbeat(jobId, status.workerNumber, Date.now(), isSubscribed(status)))
    )
      return;
    await this.changes.runTogether(jobId, (change) => this.apply(change, status));
  }

  private async apply(change: JobChange, status: WorkerStatus): Promise<void> {
    if (!isActiveJob(change.job.state)) return;
    const worker = await this.workers.find(change.job.id, status.workerNumber, change.transaction);
    if (worker?.currentIndex == null || isTerminalWorker(worker.state)) return;
    worker.lastHeartbeatAt = change.now;
    const moved = await this.move(change, worker, status);
    if (!moved) await this.workers.save(worker, change.transaction);
  }

  private async move(change: JobChange, worker: WorkerEntity, status: WorkerStatus): Promise<boolean> {
    if (status.type === StatusType.Heartbeat) {
      return this.lifecycle.moveWorker(
        change,
        worker,
        WorkerState.Started,
        'setting worker Started on heartbeat',
      );
    }
    switch (status.state) {
      case WorkerState.StartInitiated:
      case WorkerState.Started:
      case WorkerState.Completed:
        return this.lifecycle.moveWorker(change, worker, status.state, 'worker status update');
      case WorkerState.Failed:
        await this.fail(change, worker, status);
        return true;
      default:
        return false;
    }
  }

  private async fail(change: JobChange, worker: WorkerEntity, status: WorkerStatus): Promise<void> {
    const permanent = (status.payloads ?? []).find((payload) => payload.type === PERMANENT_FAILURE);
    const message = status.message ?? 'worker failed';
    if (permanent) await this.lifecycle.failJob(change, worker, message);
    else await this.lifecycle.replaceFailed(change, worker, WorkerReason.Error, message);
  }
}

/** @returns undefined when the worker does not say */
function isSubscribed(status: WorkerStatus): boolean | undefined {
  const said = (status.payloads ?? []).find((payload) => payload.type === SUBSCRIPTION_STATE);
  return said === undefined ? undefined : said.data === 'true';
}

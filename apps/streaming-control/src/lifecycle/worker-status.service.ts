import { Injectable } from '@nestjs/common';
import type { Principal } from '@portolan/service';
import { forbidden } from '../errors/refusals';
import type { JobChange } from '../jobs/job-change';
import { JobChangesService } from '../jobs/job-changes.service';
import { isActiveJob } from '../jobs/job-states';
import { StatusType, WorkerReason, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { JobLifecycleService } from './job-lifecycle.service';
import { isSubscribed, readReport } from './worker-report';
import type { PostJobStatusRequest, WorkerStatus } from './worker-status.dto';

/** Takes the posts of workers (V1-JOB-8). Posts of unknown workers are ignored (V1-LIFE-8). */
@Injectable()
export class WorkerStatusService {
  constructor(
    private readonly changes: JobChangesService,
    private readonly lifecycle: JobLifecycleService,
    private readonly workers: WorkerRepository,
  ) {}

  /**
   * @param caller a worker may report for itself only @param pathJobId the job that the address names; a body that names another one is
   * ignored
   */
  async post(
    request: PostJobStatusRequest,
    caller: Principal | undefined,
    pathJobId = caller?.launch?.jobId,
  ): Promise<void> {
    const { status } = request;
    refuseOtherWorker(status, caller);
    const jobId = status.jobId ?? request.jobId ?? pathJobId;
    if (jobId === undefined || (pathJobId !== undefined && jobId !== pathJobId)) return;
    const submittedAt = caller?.launch?.submittedAt;
    const sender = { jobId, workerNumber: status.workerNumber, submittedAt };
    if (
      status.type === StatusType.Heartbeat &&
      (await this.workers.noteHeartbeat(sender, Date.now(), isSubscribed(status)))
    )
      return;
    await this.changes.runTogether(jobId, async (change) => {
      // A deleted job had this id before.
      if (submittedAt === undefined || submittedAt === change.job.submittedAt)
        await this.apply(change, status);
    });
  }

  private async apply(change: JobChange, status: WorkerStatus): Promise<void> {
    if (!isActiveJob(change.job.state)) return;
    const worker = await this.workers.find(change.job.id, status.workerNumber, change.transaction);
    if (worker?.currentIndex == null || isTerminalWorker(worker.state)) return;
    worker.lastHeartbeatAt = change.now;
    const report = readReport(status);
    if (report.kind === 'failed')
      return report.isPermanent
        ? this.lifecycle.failJob(change, worker, report.message)
        : this.lifecycle.replaceFailed(change, worker, WorkerReason.Error, { text: report.message });
    const hasMoved =
      report.kind === 'moved' && (await this.lifecycle.moveWorker(change, worker, report.to, report.message));
    if (!hasMoved) await this.workers.save(worker, change.transaction);
  }
}

/** @throws ServiceError (forbidden) for a worker that reports the status of another worker of its job */
function refuseOtherWorker({ workerNumber }: WorkerStatus, caller: Principal | undefined): void {
  const own = caller?.launch?.workerNumber;
  if (own !== undefined && own !== workerNumber)
    throw forbidden(`status.workerNumber is ${workerNumber}, but the token is that of worker ${own}`);
}

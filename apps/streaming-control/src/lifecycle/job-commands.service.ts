import { Injectable } from '@nestjs/common';
import { ServiceLogger, notFound, requireOwner, type Principal } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { conflict, noSuchCluster, refused } from '../errors/refusals';
import type { JobChange } from '../jobs/job-change';
import { JobChangesService } from '../jobs/job-changes.service';
import { parseJobId } from '../jobs/job-id';
import { JobState, isActiveJob } from '../jobs/job-states';
import { ResubmitCause, type StageEntity } from '../jobs/job.entity';
import { StreamJobRepository } from '../jobs/job.repository';
import { newWorker } from '../jobs/new-workers';
import { isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { jobProblem } from '../scheduling/read-scheduling-info';
import { stageOf } from '../scheduling/stage-response';
import type { ResubmitWorkerRequest, ScaleStageRequest } from './job-commands.dto';
import { JobLifecycleService } from './job-lifecycle.service';

export const DISABLED_REASON = 'Job cluster disabled';

/** Returns the reason of a command for events and records; a blank one counts as absent. */
export const reasonOf = (given: string | null | undefined): string =>
  given?.trim() ? given : 'no reason given';

/** The commands on a running job: kill, scale a stage, replace a worker (V1-JOB-5, V1-JOB-9, V1-JOB-10). */
@Injectable()
export class JobCommandsService {
  constructor(
    private readonly changes: JobChangesService,
    private readonly lifecycle: JobLifecycleService,
    private readonly jobs: StreamJobRepository,
    private readonly workers: WorkerRepository,
    private readonly clusters: ClusterRepository,
    private readonly logger: ServiceLogger,
  ) {}

  /** Kills a job. @throws 404 for an unknown or finished job, 403 for another user's */
  async kill(jobId: string, user: string, reason: string, caller?: Principal): Promise<void> {
    const { cluster } = parseJobId(jobId) ?? {};
    if (cluster !== undefined && !(await this.clusters.find(cluster)))
      throw notFound(`Job cluster ${cluster} doesn't exist`);
    if (!(await this.end(jobId, reason, user, caller))) throw notFound(`Job ${jobId} not found`);
  }

  /** Ends a job on behalf of the service; a finished job stays as it is. @returns whether it ended now */
  async end(jobId: string, reason: string, user?: string, caller?: Principal): Promise<boolean> {
    const ended = await this.changeActive(jobId, caller, (change) => {
      change.noteJob(`Killing job, reason: ${reason}`);
      return this.lifecycle.end(change, JobState.TerminatingNormal, reason);
    });
    if (ended) this.logger.info({ jobId, user, reason }, 'job killed');
    return ended ?? false;
  }

  /** Sets the number of workers of a stage (V1-JOB-9). */
  async scaleStage(jobId: string, body: ScaleStageRequest, caller?: Principal): Promise<void> {
    const { StageNumber: stageNum, NumWorkers: numWorkers } = body;
    const reason = reasonOf(body.Reason);
    await this.checkCluster(jobId);
    const found = await this.changeActive(jobId, caller, async (change) => {
      const stages = await this.jobs.stagesOf(jobId, change.transaction);
      const stage = stageOf(stages, { stageNum });
      if (!stage) throw refused(`Non existent stage ${stageNum}`);
      if (!stage.definition.scalable) throw refused(`Stage ${stageNum} is not scalable`);
      if (change.job.state === JobState.Accepted) {
        throw conflict(
          `Cannot scale stage ${stageNum}: job ${jobId} is in state Accepted and is not currently scalable`,
        );
      }
      const counts = stages.map((one) => (one === stage ? numWorkers : one.numWorkers));
      const problem = jobProblem(counts.map((numberOfInstances) => ({ numberOfInstances })));
      if (problem) throw refused(problem);
      await this.scale(change, stage, numWorkers, reason);
      return true;
    });
    if (!found) throw refused(`Job ${jobId} not found. Could not scale stage to ${numWorkers}`);
  }

  /** Replaces a current worker; this does not count towards the limit of replacements. */
  async resubmitWorker(
    jobId: string,
    { workerNumber, reason }: ResubmitWorkerRequest,
    user: string,
    caller?: Principal,
  ): Promise<void> {
    await this.checkCluster(jobId);
    const found = await this.changeActive(jobId, caller, async (change) => {
      const worker = await this.workers.find(jobId, workerNumber, change.transaction);
      if (worker?.currentIndex == null || isTerminalWorker(worker.state))
        throw refused(`No such worker number ${workerNumber} in resubmit Worker request`);
      const news = { text: `resubmitted by ${user}: ${reasonOf(reason)}` };
      await this.lifecycle.replace(change, worker, ResubmitCause.Request, 0, news);
      return true;
    });
    if (!found) throw refused(`Job ${jobId} not found. Could not resubmit worker`);
  }

  /** Changes an active job, which must be the caller's. @returns undefined when there is none */
  private changeActive<R>(
    jobId: string,
    caller: Principal | undefined,
    work: (change: JobChange) => Promise<R>,
  ): Promise<R | undefined> {
    return this.changes.run(jobId, async (change) => {
      if (!isActiveJob(change.job.state)) return undefined;
      requireOwner(caller, change.job.user, `job ${jobId}`);
      return work(change);
    });
  }

  private async scale(
    change: JobChange,
    stage: StageEntity,
    numWorkers: number,
    reason: string,
  ): Promise<void> {
    if (stage.numWorkers === numWorkers) return;
    const { job, now, transaction } = change;
    const { stageNum, numWorkers: before } = stage;
    change.noteJob(`Setting #workers to ${numWorkers} for stage ${stageNum}, reason=${reason}`);
    const all = await this.workers.currentOf(job.id, transaction);
    const current = all.filter((worker) => worker.stageNum === stageNum);
    for (const worker of current.filter((one) => one.workerIndex >= numWorkers)) {
      worker.currentIndex = null;
      await this.lifecycle.stopWorker(change, worker, 'scaling down');
      await this.workers.save(worker, transaction);
    }
    const agentCluster = current[0]?.agentCluster ?? '';
    const added = Array.from({ length: Math.max(0, numWorkers - before) }, (_, index) => {
      const place = { jobId: job.id, stageNum, workerIndex: before + index, agentCluster };
      return newWorker(place, job.nextWorkerNumber + index, now);
    });
    if (added.length > 0) await this.workers.insert(added, transaction);
    job.nextWorkerNumber += added.length;
    stage.numWorkers = numWorkers;
    await this.jobs.saveStage(stage, transaction);
  }

  private async checkCluster(jobId: string): Promise<void> {
    const cluster = parseJobId(jobId)?.cluster ?? jobId;
    if (!(await this.clusters.find(cluster))) throw noSuchCluster(cluster);
  }
}

import { Injectable } from '@nestjs/common';
import { ServiceLogger, notFound, requireOwner, type Principal } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { conflict, noSuchCluster, refused } from '../errors/errors';
import { MAX_STAGE_WORKERS, jobProblem } from '../scheduling/scheduling-info';
import type { JobChange } from './job-change';
import { JobChanges } from './job-changes.service';
import { parseJobId } from './job-id';
import { JobLifecycle } from './job-lifecycle.service';
import { ResubmitCause, type StageEntity } from './job.entity';
import { JobRepository } from './job.repository';
import { JobState, isActiveJob } from './job-states';
import { newWorker } from './new-rows';
import { WorkerRepository } from './worker.repository';
import { isTerminalWorker } from './worker-states';

/** What users ask of a running job: kill, scale, resubmit a worker. */
@Injectable()
export class JobCommands {
  constructor(
    private readonly changes: JobChanges,
    private readonly lifecycle: JobLifecycle,
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly clusters: ClusterRepository,
    private readonly logger: ServiceLogger,
  ) {}

  /** Ends a job for good. @throws 404 for an unknown job and for one that is over, 403 for another's */
  async kill(jobId: string, user: string, reason: string, caller?: Principal): Promise<void> {
    const cluster = parseJobId(jobId)?.cluster;
    if (cluster !== undefined && !(await this.clusters.find(cluster)))
      throw notFound(`Job cluster ${cluster} doesn't exist`);
    if (!(await this.end(jobId, reason, user, caller))) throw notFound(`Job ${jobId} not found`);
  }

  /** The same on the service's own behalf: nothing happens to a job that is over. @returns whether it ended now */
  async end(jobId: string, reason: string, user?: string, caller?: Principal): Promise<boolean> {
    const ended = await this.changes.run(jobId, async (change) => {
      if (!isActiveJob(change.job.state)) return false;
      requireOwner(caller, change.job.user, `job ${jobId}`);
      change.noteJob(`Killing job, reason: ${reason}`);
      return this.lifecycle.end(change, 'normal', reason);
    });
    if (ended) this.logger.info({ jobId, user, reason }, 'job is killed');
    return ended ?? false;
  }

  /** Sets the number of workers of a stage (reference: streams §6.2). */
  async scaleStage(
    jobId: string,
    stageNum: number,
    numWorkers: number,
    reason: string,
    caller?: Principal,
  ): Promise<void> {
    if (stageNum <= 0 || numWorkers <= 0) throw refused('StageNumber and NumWorkers must be greater than 0');
    if (numWorkers >= MAX_STAGE_WORKERS) throw refused(`num workers must be less than ${MAX_STAGE_WORKERS}`);
    await this.checkCluster(jobId);
    const found = await this.changes.run(jobId, async (change) => {
      if (!isActiveJob(change.job.state)) return false;
      requireOwner(caller, change.job.user, `job ${jobId}`);
      const stages = await this.jobs.stagesOf(jobId, change.transaction);
      const stage = stages.find((one) => one.stageNum === stageNum);
      if (!stage) throw refused(`Non existent stage ${stageNum}`);
      if (!stage.definition.scalable) throw refused(`Stage ${stageNum} is not scalable`);
      if (change.job.state === JobState.Accepted) {
        throw conflict(
          `Cannot scale stage ${stageNum}: job ${jobId} is in state Accepted and is not currently scalable`,
        );
      }
      const problem = jobProblem(
        stages.map((one) => ({ numberOfInstances: one === stage ? numWorkers : one.numWorkers })),
      );
      if (problem) throw refused(problem);
      await this.scale(change, stage, numWorkers, reason);
      return true;
    });
    if (!found) throw refused(`Job ${jobId} not found. Could not scale stage to ${numWorkers}`);
  }

  /** Replaces a worker that is current. It doesn't count towards giving up. */
  async resubmitWorker(
    jobId: string,
    workerNumber: number,
    user: string,
    reason: string,
    caller?: Principal,
  ): Promise<void> {
    await this.checkCluster(jobId);
    const found = await this.changes.run(jobId, async (change) => {
      if (!isActiveJob(change.job.state)) return false;
      requireOwner(caller, change.job.user, `job ${jobId}`);
      const worker = await this.workers.find(jobId, workerNumber, change.transaction);
      if (worker?.currentIndex == null || isTerminalWorker(worker.state)) {
        throw refused(`No such worker number ${workerNumber} in resubmit Worker request`);
      }
      await this.lifecycle.replace(
        change,
        worker,
        ResubmitCause.Request,
        0,
        `resubmitted by ${user}: ${reason}`,
      );
      return true;
    });
    if (!found) throw refused(`Job ${jobId} not found. Could not resubmit worker`);
  }

  private async scale(
    change: JobChange,
    stage: StageEntity,
    numWorkers: number,
    reason: string,
  ): Promise<void> {
    if (stage.numWorkers === numWorkers) return;
    const { job, now, transaction } = change;
    change.noteJob(`Setting #workers to ${numWorkers} for stage ${stage.stageNum}, reason=${reason}`);
    const current = (await this.workers.currentOf(job.id, transaction)).filter(
      (worker) => worker.stageNum === stage.stageNum,
    );
    for (const worker of current.filter((one) => one.workerIndex >= numWorkers)) {
      worker.currentIndex = null;
      await this.lifecycle.stopWorker(change, worker, 'scaling down');
      await this.workers.save(worker, transaction);
    }
    const agentCluster = current[0]?.agentCluster ?? '';
    const added = Array.from({ length: Math.max(0, numWorkers - stage.numWorkers) }, (_, index) => {
      const place = {
        jobId: job.id,
        stageNum: stage.stageNum,
        workerIndex: stage.numWorkers + index,
        agentCluster,
      };
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

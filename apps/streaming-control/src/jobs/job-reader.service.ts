import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { refused } from '../errors/errors';
import { parseJobId } from './job-id';
import { jobRecord, workerRecords, type JobParts, type JobRecord, type WorkerRecord } from './job-record';
import type { JobEntity } from './job.entity';
import { JobRepository } from './job.repository';
import { isActiveJob } from './job-states';
import { WorkerRepository } from './worker.repository';

const ARCHIVED_LIMIT = 100;

/** Reads single jobs. */
@Injectable()
export class JobReader {
  constructor(
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly clusters: ClusterRepository,
  ) {}

  /**
   * The job of an id, active or over.
   *
   * @param cluster when the address names one: the job must belong to it
   * @throws 404
   */
  async find(jobId: string, cluster?: string): Promise<JobEntity> {
    const parts = parseJobId(jobId);
    if (!parts || !(await this.clusters.find(parts.cluster))) throw notFound(`Job ${jobId} doesn't exist`);
    const job = await this.jobs.find(jobId);
    if (!job) throw notFound(`Job ${jobId} not found`);
    if (cluster !== undefined && job.cluster !== cluster) {
      throw notFound(`JobId [${jobId}] exists but does not belong to specified cluster [${cluster}]`);
    }
    return job;
  }

  /** @throws 404 also for a job that is over */
  async findActive(jobId: string): Promise<JobEntity> {
    const job = await this.find(jobId);
    if (!isActiveJob(job.state)) throw notFound(`Job ${jobId} not found or not active`);
    return job;
  }

  async record(jobId: string, cluster?: string): Promise<JobRecord> {
    return jobRecord(await this.parts(await this.find(jobId, cluster)));
  }

  async parts(job: JobEntity): Promise<JobParts> {
    const [stages, workers] = await Promise.all([this.jobs.stagesOf(job.id), this.workers.currentOf(job.id)]);
    return { job, stages, numStages: stages.length, workers };
  }

  /**
   * Workers that were replaced, removed, or are of a job that is over, the newest `limit`, by number.
   *
   * @throws 400 for an id that is none and for an unknown cluster, 404 for an unknown job (reference: streams §1.2)
   */
  async archivedWorkers(jobId: string, limit = ARCHIVED_LIMIT): Promise<WorkerRecord[]> {
    const parts = parseJobId(jobId);
    if (!parts) throw refused('Invalid jobId in URI');
    if (!(await this.clusters.find(parts.cluster))) throw refused(`Job Cluster ${parts.cluster} Not found`);
    const job = await this.find(jobId);
    const [rows, stages] = await Promise.all([
      this.workers.archivedOf(jobId, !isActiveJob(job.state), limit),
      this.jobs.stagesOf(jobId),
    ]);
    return workerRecords(rows, stages);
  }
}

import { Injectable } from '@nestjs/common';
import { Transactions, notFound, type Principal } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { refused } from '../errors/refusals';
import { parseJobId } from './job-id';
import { jobRecord, workerRecords, type JobParts } from './job-record';
import type { StreamJobResponse, WorkerResponse } from './job-record.dto';
import { isActiveJob } from './job-states';
import type { StreamJobEntity } from './job.entity';
import { StreamJobRepository } from './job.repository';
import { WorkerRepository } from './worker.repository';

const ARCHIVED_LIMIT = 100;

@Injectable()
export class JobReaderService {
  constructor(
    private readonly jobs: StreamJobRepository,
    private readonly workers: WorkerRepository,
    private readonly clusters: ClusterRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Returns a job, active or finished. @param cluster the cluster that the job must belong to; absent: any @throws 404 */
  async find(jobId: string, cluster?: string): Promise<StreamJobEntity> {
    await this.checkCluster(jobId);
    const job = await this.jobs.find(jobId);
    checkFound(job, jobId, cluster);
    return job;
  }

  /** Returns an active job. @throws 404 also for a finished job */
  async findActive(jobId: string): Promise<StreamJobEntity> {
    const job = await this.find(jobId);
    if (!isActiveJob(job.state)) throw notFound(`Job ${jobId} not found or not active`);
    return job;
  }

  /** Returns the record of a job. @param cluster as for {@link find} @throws 404 */
  async record(jobId: string, caller: Principal | undefined, cluster?: string): Promise<StreamJobResponse> {
    await this.checkCluster(jobId);
    const parts = await this.parts(jobId);
    checkFound(parts?.job, jobId, cluster);
    return jobRecord(parts, caller);
  }

  /** Returns a job with its stages and workers of one moment: a scaling shows in both or in neither. */
  parts(jobId: string): Promise<JobParts | undefined> {
    return this.transactions.snapshot(async (snapshot) => {
      const job = await this.jobs.find(jobId, snapshot);
      if (!job) return undefined;
      const stages = await this.jobs.stagesOf(jobId, snapshot);
      return {
        job,
        stages,
        numStages: stages.length,
        workers: await this.workers.currentOf(jobId, snapshot),
      };
    });
  }

  /** Returns the newest workers that were replaced, removed or of a finished job. @throws 400, also for an unknown cluster; 404 */
  async archivedWorkers(jobId: string, limit = ARCHIVED_LIMIT): Promise<WorkerResponse[]> {
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

  private async checkCluster(jobId: string): Promise<void> {
    const parts = parseJobId(jobId);
    if (!parts || !(await this.clusters.find(parts.cluster))) throw notFound(`Job ${jobId} doesn't exist`);
  }
}

function checkFound(
  job: StreamJobEntity | null | undefined,
  jobId: string,
  cluster: string | undefined,
): asserts job is StreamJobEntity {
  if (!job) throw notFound(`Job ${jobId} not found`);
  if (cluster !== undefined && job.cluster !== cluster) {
    throw notFound(`JobId [${jobId}] exists but does not belong to specified cluster [${cluster}]`);
  }
}

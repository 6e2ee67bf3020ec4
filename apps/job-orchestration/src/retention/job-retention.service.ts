import { Injectable } from '@nestjs/common';
import { Retention, ServiceLogger, Transactions, type RetentionRule } from '@portolan/service';
import { concatAll, from, lastValueFrom, mergeMap, toArray } from 'rxjs';
import { JobFilesRemovalService } from '../archive/job-files-removal.service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { RegistryRepository } from '../registry/registry.repository';
import { APPLICATION, CLUSTER, COMMAND } from '../registry/resource-kind';
import { FireRepository } from '../schedules/store/fire.repository';
import { JobRetentionRepository, type OldJob } from './job-retention.repository';

/** Jobs whose files are removed concurrently. */
const PARALLEL = 8;

/** Deletes expired jobs, with their archives and attachments, expired fires of schedules, and unused registry entries (V3-JOB-30). */
@Injectable()
export class JobRetentionService {
  constructor(
    private readonly jobs: JobRetentionRepository,
    private readonly files: JobFilesRemovalService,
    private readonly logger: ServiceLogger,
    registry: RegistryRepository,
    fires: FireRepository,
    transactions: Transactions,
    config: JobOrchestrationConfig,
    retention: Retention,
  ) {
    // Commands first: resources that only a deleted command referred to are unused after it.
    const resources = [COMMAND, CLUSTER, APPLICATION].map((kind): RetentionRule => ({
      rows: `unused ${kind.collection}`,
      keptMs: config.REGISTRY_RETENTION_MS,
      delete: (before, limit) =>
        transactions.run((transaction) => registry.removeIdle(kind, before, limit, transaction)),
    }));
    const expiredJobs: RetentionRule = {
      rows: 'expired jobs',
      keptMs: config.JOB_RETENTION_MS,
      delete: (before, limit) => this.deleteJobs(before, limit),
    };
    const expiredFires: RetentionRule = {
      rows: 'expired fires',
      keptMs: config.JOB_RETENTION_MS,
      delete: (before, limit) => fires.removeExpired(before, limit),
    };
    retention.every(config.JOB_RETENTION_TICK_MS, [expiredJobs, expiredFires, ...resources]);
  }

  /** A batch with a job whose files could not be removed is not full: the next batch would find the same jobs. */
  private async deleteJobs(before: number, limit: number): Promise<number> {
    const bare = await this.withoutFiles(await this.jobs.endedBefore(before, limit));
    if (bare.length > 0) await this.jobs.remove(bare);
    return bare.length;
  }

  /** Removes the files of jobs. @returns the jobs without remaining files; the next pass retries the others */
  private withoutFiles(jobs: readonly OldJob[]): Promise<OldJob[]> {
    const removeFiles = mergeMap(async (job: OldJob): Promise<OldJob[]> => {
      try {
        await this.files.remove(job);
        return [job];
      } catch (error) {
        this.logger.warn({ err: error, jobId: job.id }, 'files of an expired job could not be removed');
        return [];
      }
    }, PARALLEL);
    return lastValueFrom(from(jobs).pipe(removeFiles, concatAll(), toArray()));
  }
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LaunchesService } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { mayChangeAll, requireOwner, type Principal } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { WaitingKillService } from '../dependencies/waiting-kill.service';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { isFinished } from '../jobs/job-status';
import { JobsService } from '../jobs/jobs.service';
import type { Query } from '../query/paging';
import { checkRemovalFilters } from '../query/removal-filters';
import { jobSearchable } from '../search/job-searchable';
import { BulkKillRepository } from './bulk-kill.repository';

export const BULK_KILL_SIGNAL = 'bulk-kill';

/** Kills jobs on request of a user. */
@Injectable()
export class KillService {
  constructor(
    private readonly repository: JobRepository,
    private readonly jobs: JobsService,
    private readonly launches: LaunchesService,
    private readonly waiting: WaitingKillService,
    private readonly bulkKills: BulkKillRepository,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Kills a job as {@link end} does. @throws ServiceError: notFound, forbidden for a job of another user */
  async kill(id: string, caller?: Principal): Promise<void> {
    const job = await this.jobs.get(id);
    requireOwner(caller, job.user, `job ${id}`);
    if (!isFinished(job.status)) await this.end(job);
  }

  /**
   * Accepts a request to kill all jobs that a search finds; a controller executes it. A caller without the role `admin`
   * kills its own jobs only.
   *
   * @throws the errors of {@link checkRemovalFilters}
   */
  async killAll(query: Query, caller?: Principal): Promise<void> {
    checkRemovalFilters(jobSearchable(this.config.API_RELEASE), query);
    const owner = mayChangeAll(caller) ? undefined : caller?.subject;
    await this.bulkKills.add(randomUUID(), query, owner, Date.now());
    this.signals.send(BULK_KILL_SIGNAL);
  }

  /**
   * Kills a job; a finished one stays unchanged. A job without a node is KILLED when this returns; a running one
   * when its node reports its end (an unreachable node is notified when it returns).
   */
  async end({ id, launchId }: Pick<JobEntity, 'id' | 'launchId'>): Promise<void> {
    // The job may begin or end a wait concurrently, and an element be created: its launch is then not the stopped one.
    for (let current = launchId; ;) {
      await this.repository.requestKill(id, Date.now());
      if (current !== null) await this.launches.stop(current, this.config.JOB_KILL_GRACE_MS);
      if (await this.waiting.kill(id)) return;
      const latest = await this.repository.launchIdOf(id);
      if (latest === current) break;
      current = latest;
    }
    if (launchId === null) await this.waiting.killElements(id);
  }
}

import { Injectable } from '@nestjs/common';
import {
  Observable,
  ReplaySubject,
  concatMap,
  defer,
  distinctUntilChanged,
  finalize,
  map,
  retry,
  share,
  takeWhile,
  throttleTime,
} from 'rxjs';
import { StreamingConfig } from '../config/streaming-config';
import { isActiveJob } from '../jobs/job-states';
import { JobRepository } from '../jobs/job.repository';
import { WorkerRepository } from '../jobs/worker.repository';
import { schedulingMessage, type JobSchedulingInfo } from './scheduling-message';
import { Watches } from './watches.service';

/** A job whose workers start one after the other is not read more often than this, ms. */
const READ_EVERY_MS = 250;

interface Reading {
  info: JobSchedulingInfo;
  active: boolean;
}

/** Scheduling information of jobs, read once for all clients of a job in this process. */
@Injectable()
export class SchedulingFeed {
  private readonly feeds = new Map<string, Observable<JobSchedulingInfo>>();

  constructor(
    private readonly watches: Watches,
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** The value now and whenever it changes; after the job's end an empty one, then the end. */
  of(jobId: string): Observable<JobSchedulingInfo> {
    const known = this.feeds.get(jobId);
    if (known) return known;
    const feed = this.watches.jobs.sequence(jobId).pipe(
      throttleTime(READ_EVERY_MS, undefined, { leading: true, trailing: true }),
      // An outage of the database ends no stream: what is read afterwards goes on.
      concatMap(() => defer(() => this.read(jobId)).pipe(retry({ delay: this.config.STREAM_POLL_MS }))),
      distinctUntilChanged((left, right) => left.text === right.text),
      takeWhile((reading) => reading.active, true),
      map((reading) => reading.info),
      finalize(() => this.feeds.delete(jobId)),
      share({ connector: () => new ReplaySubject<JobSchedulingInfo>(1) }),
    );
    this.feeds.set(jobId, feed);
    return feed;
  }

  private async read(jobId: string): Promise<Reading & { text: string }> {
    const job = await this.jobs.find(jobId);
    if (!job) return { info: { jobId, workerAssignments: {} }, active: false, text: '' };
    const active = isActiveJob(job.state);
    const [stages, workers] = active
      ? await Promise.all([this.jobs.stagesOf(jobId), this.workers.currentOf(jobId)])
      : [[], []];
    const info = schedulingMessage(job, stages, workers);
    return { info, active, text: `${active}${JSON.stringify(info)}` };
  }
}

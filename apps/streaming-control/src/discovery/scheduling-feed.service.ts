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
import { JobReaderService } from '../jobs/job-reader.service';
import { isActiveJob } from '../jobs/job-states';
import { RowWatchesService } from '../streams/row-watches.service';
import { schedulingMessage, type JobSchedulingInfo } from './scheduling-message';

/** The shortest time between two reads of a job whose workers start one after the other, ms. */
const READ_EVERY_MS = 250;

/** Reads the scheduling information of a job once for all its clients in this process. */
@Injectable()
export class SchedulingFeedService {
  private readonly feeds = new Map<string, Observable<JobSchedulingInfo>>();

  constructor(
    private readonly watches: RowWatchesService,
    private readonly reader: JobReaderService,
    private readonly config: StreamingConfig,
  ) {}

  /** Emits the value now and on every change; after the job's end an empty one, then completes. */
  of(jobId: string): Observable<JobSchedulingInfo> {
    const known = this.feeds.get(jobId);
    if (known) return known;
    const feed = this.watches.jobs.sequence(jobId).pipe(
      throttleTime(READ_EVERY_MS, undefined, { leading: true, trailing: true }),
      // An outage of the database ends no stream: the read is retried.
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

  /** @returns the value, and a text that changes with it */
  private async read(jobId: string): Promise<{ info: JobSchedulingInfo; active: boolean; text: string }> {
    const parts = await this.reader.parts(jobId);
    if (!parts) return { info: { jobId, workerAssignments: {} }, active: false, text: '' };
    const { job, stages, workers } = parts;
    const active = isActiveJob(job.state);
    const info = schedulingMessage(job, stages, workers);
    return { info, active, text: `${active}${JSON.stringify(info)}` };
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import { map } from 'rxjs';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { parseJobId } from '../jobs/job-id';
import { JobNotices } from '../jobs/job-notices.service';
import { JobRepository } from '../jobs/job.repository';
import { RowWatch } from './row-watch';

/** What the streams of this process follow. */
@Injectable()
export class Watches implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By job id: the number of its newest event. */
  readonly jobs: RowWatch;
  /** By cluster name: the number of its newest job. */
  readonly submitted: RowWatch;
  /** By cluster name: the number of the newest job that was launched, 0 before the first. */
  readonly launched: RowWatch;

  constructor(
    jobs: JobRepository,
    clusters: ClusterRepository,
    notices: JobNotices,
    config: StreamingConfig,
    logger: ServiceLogger,
  ) {
    const common = {
      everyMs: config.STREAM_POLL_MS,
      onError: (error: unknown) =>
        logger.warn({ err: error }, 'streams could not look for news, the next look comes'),
    };
    this.jobs = new RowWatch({ ...common, read: (ids) => jobs.sequences(ids), wakeups: notices.changedJobs });
    this.submitted = new RowWatch({
      ...common,
      read: (names) => clusters.sequences(names),
      wakeups: notices.submits,
    });
    this.launched = new RowWatch({
      ...common,
      read: async (names) => {
        const newest = names.map(async (name): Promise<[string, number]> => {
          return [name, (await jobs.newestLaunchedOf(name))?.number ?? 0];
        });
        return new Map(await Promise.all(newest));
      },
      wakeups: notices.changedJobs.pipe(map((jobId) => parseJobId(jobId)?.cluster ?? jobId)),
    });
  }

  onApplicationBootstrap(): void {
    for (const watch of [this.jobs, this.submitted, this.launched]) watch.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.jobs.stop(), this.submitted.stop(), this.launched.stop()]);
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import { map } from 'rxjs';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { parseJobId } from '../jobs/job-id';
import { StreamJobRepository } from '../jobs/job.repository';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { RowWatch } from './row-watch';

/** The rows that the streams of this process follow. */
@Injectable()
export class RowWatchesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By job id: the number of its newest event. */
  readonly jobs: RowWatch;
  /** By cluster name: the number of its newest job. */
  readonly submitted: RowWatch;
  /** By cluster name: the number of the newest job that was launched, 0 before the first. */
  readonly launched: RowWatch;

  constructor(
    jobs: StreamJobRepository,
    clusters: ClusterRepository,
    signals: StreamSignalsService,
    config: StreamingConfig,
    logger: ServiceLogger,
  ) {
    const common = {
      everyMs: config.STREAM_POLL_MS,
      onError: (err: unknown) =>
        logger.warn({ err }, 'changes for streams could not be read; the next read follows on schedule'),
    };
    this.jobs = new RowWatch({ ...common, read: (ids) => jobs.sequences(ids), wakeups: signals.changedJobs });
    const submitted = (names: readonly string[]) => clusters.sequences(names);
    this.submitted = new RowWatch({ ...common, read: submitted, wakeups: signals.submits });
    const launched = async (name: string) =>
      [name, (await jobs.newestLaunchedOf(name))?.number ?? 0] as const;
    this.launched = new RowWatch({
      ...common,
      read: async (names) => new Map(await Promise.all(names.map(launched))),
      wakeups: signals.changedJobs.pipe(map((jobId) => parseJobId(jobId)?.cluster ?? jobId)),
    });
  }

  onApplicationBootstrap(): void {
    for (const watch of [this.jobs, this.submitted, this.launched]) watch.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.jobs.stop(), this.submitted.stop(), this.launched.stop()]);
  }
}

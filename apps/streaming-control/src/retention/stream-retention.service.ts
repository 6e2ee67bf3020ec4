import { Injectable } from '@nestjs/common';
import { Retention } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { StreamRetentionRepository } from './stream-retention.repository';

/** Retention time of fires, ms: later triggers are dropped anyway. */
const FIRES_KEPT_MS = 24 * 3_600_000;

/** Deletes expired jobs, events, archived workers, launches and cron fires (V1-LIFE-10). */
@Injectable()
export class StreamRetentionService {
  constructor(of: StreamRetentionRepository, config: StreamingConfig, retention: Retention) {
    const { JOB_RETENTION_MS: keptMs, RESUBMIT_WINDOW_MS: windowMs } = config;
    const { JOB_EVENTS_KEPT: events, ARCHIVED_WORKERS_KEPT: workers } = config;
    retention.every(config.RETENTION_TICK_MS, [
      { rows: 'jobs', keptMs, delete: (before, limit) => of.deleteJobs(before, limit) },
      { rows: 'events', delete: (_before, limit) => of.deleteEvents(events, limit) },
      {
        rows: 'workers',
        keptMs: windowMs,
        delete: (before, limit) => of.deleteWorkers(workers, before, limit),
      },
      { rows: 'launches', keptMs, delete: (before, limit) => of.deleteLaunches(before, limit) },
      { rows: 'cron fires', keptMs: FIRES_KEPT_MS, delete: (before, limit) => of.deleteFires(before, limit) },
    ]);
  }
}

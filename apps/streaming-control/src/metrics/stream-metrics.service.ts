import { Injectable } from '@nestjs/common';
import { Metrics, remembered } from '@portolan/service';
import { StreamCountsReadModel } from './stream-counts.read-model';

/** Exports the numbers of active jobs and workers over all replicas; every process shows the same. */
@Injectable()
export class StreamMetricsService {
  constructor(counts: StreamCountsReadModel, metrics: Metrics) {
    const jobs = remembered(() => counts.jobs());
    const workers = remembered(() => counts.workers());
    const below = remembered(() => counts.belowMinimum());
    metrics.gaugeOf('stream_jobs_active', 'Active streaming jobs, over all replicas', ['state'], jobs);
    const ofWorkers = 'Workers of active streaming jobs, over all replicas';
    metrics.gaugeOf('stream_workers_active', ofWorkers, ['state'], workers);
    const belowSla = 'Job clusters with fewer jobs than the minimum of their SLA, over all replicas';
    metrics.gaugeOf('stream_clusters_below_sla', belowSla, [], below);
  }
}

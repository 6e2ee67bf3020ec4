import { Injectable } from '@nestjs/common';
import { COUNTS_FRESH_MS, Metrics, remembered } from '@portolan/service';
import { StreamCounts } from './stream-counts.read-model';

/** What of streaming jobs goes on, of all replicas: every process shows the same. */
@Injectable()
export class StreamMetrics {
  constructor(counts: StreamCounts, metrics: Metrics) {
    const jobs = remembered(COUNTS_FRESH_MS, () => counts.jobs(), []);
    const workers = remembered(COUNTS_FRESH_MS, () => counts.workers(), []);
    const below = remembered<number | undefined>(COUNTS_FRESH_MS, () => counts.belowMinimum(), undefined);
    metrics.gaugeOf('stream_jobs_active', 'Streaming jobs that go on, of all replicas', ['state'], async () =>
      (await jobs()).map(({ state, count }) => ({ labels: { state }, value: count })),
    );
    metrics.gaugeOf(
      'stream_workers_active',
      'Workers of streaming jobs that go on, of all replicas',
      ['state'],
      async () => (await workers()).map(({ state, count }) => ({ labels: { state }, value: count })),
    );
    metrics.gaugeOf(
      'stream_clusters_below_sla',
      'Job clusters with fewer jobs than their SLA asks for, of all replicas',
      [],
      async () => {
        const value = await below();
        return value === undefined ? [] : [{ labels: {}, value }];
      },
    );
  }
}

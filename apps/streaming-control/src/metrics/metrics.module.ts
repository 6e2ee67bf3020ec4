import { Module } from '@nestjs/common';
import { StreamCounts } from './stream-counts.read-model';
import { StreamMetrics } from './stream-metrics.service';

/** Metrics of what is in the tables. */
@Module({ providers: [StreamCounts, StreamMetrics] })
export class MetricsModule {}

import { Module } from '@nestjs/common';
import { StreamCountsReadModel } from './stream-counts.read-model';
import { StreamMetricsService } from './stream-metrics.service';

@Module({ providers: [StreamCountsReadModel, StreamMetricsService] })
export class MetricsModule {}

import { Module } from '@nestjs/common';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamsModule } from '../streams/streams.module';
import { JobStatusGateway, ShortJobStatusGateway } from './job-status.gateway';

@Module({ imports: [StreamJobsModule, StreamsModule], providers: [JobStatusGateway, ShortJobStatusGateway] })
export class JobStatusStreamModule {}

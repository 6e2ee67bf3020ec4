import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { JobListController } from './job-list.controller';
import { JobListReadModel } from './job-list.read-model';
import { JobListService } from './job-list.service';

@Module({
  imports: [StreamJobsModule, ClustersModule],
  controllers: [JobListController],
  providers: [JobListReadModel, JobListService],
  exports: [JobListReadModel, JobListService],
})
export class JobListsModule {}

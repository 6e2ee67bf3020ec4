import { Module } from '@nestjs/common';
import { ClustersApiModule } from '../clusters/clusters-api.module';
import { JobsModule } from '../jobs/jobs.module';
import { OlderClustersController } from './older-clusters.controller';
import { OlderStatusController } from './older-status.controller';

/** The addresses of before v1 that workers and scripts still use. */
@Module({
  imports: [ClustersApiModule, JobsModule],
  controllers: [OlderClustersController, OlderStatusController],
})
export class OlderModule {}

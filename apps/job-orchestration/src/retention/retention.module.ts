import { Module } from '@nestjs/common';
import { JobFilesModule } from '../archive/archive.module';
import { RegistryRepository } from '../registry/registry.repository';
import { FireRepository } from '../schedules/store/fire.repository';
import { JobSettlementModule } from '../search/search.module';
import { JobRetentionRepository } from './job-retention.repository';
import { JobRetentionService } from './job-retention.service';

/** Removes old jobs and unused registry entries (role `controller`). */
@Module({
  imports: [JobFilesModule, JobSettlementModule],
  providers: [JobRetentionRepository, FireRepository, RegistryRepository, JobRetentionService],
})
export class JobRetentionModule {}

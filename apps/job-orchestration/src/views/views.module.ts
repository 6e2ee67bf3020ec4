import { Module, type DynamicModule } from '@nestjs/common';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { RegistryModule } from '../registry/registry.module';
import { ENDPOINTS } from '../releases/release-table';
import { JobMetadataController, JobViewsController } from './job-views.controller';
import { JobViewsService } from './job-views.service';

/** A job, and what belongs to it, over HTTP (role `api`). */
@Module({})
export class ViewsModule {
  /** @param waiting explains why jobs wait */
  static register({ API_RELEASE }: Readonly<JobOrchestrationConfig>, waiting: DynamicModule): DynamicModule {
    return {
      module: ViewsModule,
      imports: [JobStoreModule, RegistryModule, waiting],
      controllers: [
        JobViewsController,
        ...(ENDPOINTS[API_RELEASE].jobMetadata ? [JobMetadataController] : []),
      ],
      providers: [JobViewsService],
    };
  }
}

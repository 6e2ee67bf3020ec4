import { Module } from '@nestjs/common';
import { ArchiveStoreService, ObjectStoreGateway } from '@portolan/node';
import { AttachmentStoreService } from '../attachments/attachment-store.service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobFilesRemovalService } from './job-files-removal.service';

/** The files of jobs outside of nodes and database: archives, attachments, and their removal. */
@Module({
  providers: [
    {
      provide: ObjectStoreGateway,
      useFactory: (config: JobOrchestrationConfig) => new ObjectStoreGateway(config),
      inject: [JobOrchestrationConfig],
    },
    ArchiveStoreService,
    AttachmentStoreService,
    JobFilesRemovalService,
  ],
  exports: [ArchiveStoreService, JobFilesRemovalService],
})
export class JobFilesModule {}

import { Module } from '@nestjs/common';
import { AttachmentStore } from '../attachments/attachment-store.service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { ObjectStore } from '../object-store/object-store.gateway';
import { ArchiveStore } from './archive-store.service';
import { JobFilesRemoval } from './job-files-removal.service';

/** The files of jobs outside of nodes and database: archives, attachments, and their removal. */
@Module({
  providers: [
    {
      provide: ObjectStore,
      useFactory: (config: JobOrchestrationConfig) => new ObjectStore(config),
      inject: [JobOrchestrationConfig],
    },
    ArchiveStore,
    AttachmentStore,
    JobFilesRemoval,
  ],
  exports: [ObjectStore, ArchiveStore, AttachmentStore, JobFilesRemoval],
})
export class JobFilesModule {}

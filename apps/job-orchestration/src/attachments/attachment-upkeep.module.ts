import { Module } from '@nestjs/common';
import { JobFilesModule } from '../archive/job-files.module';
import { AttachmentOwners } from './attachment-owners.repository';
import { AttachmentSweep } from './attachment-sweep.service';

/** Keeps the store of attachments clean (role `controller`). */
@Module({ imports: [JobFilesModule], providers: [AttachmentOwners, AttachmentSweep] })
export class AttachmentUpkeepModule {}

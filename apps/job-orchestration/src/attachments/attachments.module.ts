import { Module } from '@nestjs/common';
import { AttachmentOwnersRepository } from './attachment-owners.repository';
import { AttachmentStoreService, AttachmentSweepService } from './attachment-store.service';
import { AttachmentsController } from './attachments.controller';

/** The store of attachments, and its files over HTTP. */
@Module({
  controllers: [AttachmentsController],
  providers: [AttachmentStoreService],
  exports: [AttachmentStoreService],
})
export class AttachmentsModule {}

/** Removes attachments without a job (role `controller`). */
@Module({ providers: [AttachmentStoreService, AttachmentOwnersRepository, AttachmentSweepService] })
export class AttachmentSweepModule {}

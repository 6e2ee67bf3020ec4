import { Module } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { CompletionNoticesService } from './completion-notices.service';
import { MailGateway } from './mail.gateway';
import { NoticeOutboxesService } from './notice-outboxes.service';
import { NoticeRepository } from './notice.repository';
import { WebhookGateway } from './webhook.gateway';

/** Stores the notices about finished jobs, for every role that ends jobs. */
@Module({
  providers: [NoticeRepository, CompletionNoticesService],
  exports: [NoticeRepository, CompletionNoticesService],
})
export class NoticesModule {}

/** Sends mails and webhooks about finished jobs (role `controller`). */
@Module({
  imports: [JobStoreModule, NoticesModule],
  providers: [MailGateway, WebhookGateway, NoticeOutboxesService],
})
export class NoticeDeliveryModule {}

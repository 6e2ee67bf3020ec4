import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { JobEntity } from '../jobs/job.entity';
import { NoticeKind, NoticeRepository } from './notice.repository';

/** Stores the notices about a job's end in the transaction that stores the end; an outbox sends them. */
@Injectable()
export class CompletionNoticesService {
  constructor(
    private readonly notices: NoticeRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Called by `EndWriterService` only. */
  async ended(
    { id, request }: Pick<JobEntity, 'id' | 'request'>,
    now: number,
    transaction: Transaction,
  ): Promise<void> {
    if (request.email !== null && this.config.SMTP_URL !== undefined)
      await this.notices.add(NoticeKind.Mail, id, now, transaction);
    if (request.webhook) await this.notices.add(NoticeKind.Webhook, id, now, transaction);
  }
}

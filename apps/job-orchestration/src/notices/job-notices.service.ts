import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { JobEntity } from '../jobs/job.entity';
import { NoticeKind, NoticeRepository } from './notice.repository';

/** Who is to be told of a job's end: an outbox tells them, from rows of the transaction that writes the end. */
@Injectable()
export class JobNotices {
  constructor(
    private readonly notices: NoticeRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** To be called in every transaction that stores the end of a job, after the job itself. */
  async ended(
    { id, request }: Pick<JobEntity, 'id' | 'request'>,
    now: number,
    transaction: Transaction,
  ): Promise<void> {
    if (request.email !== null && this.config.SMTP_URL !== undefined) {
      await this.notices.add(NoticeKind.Mail, id, now, transaction);
    }
    if (request.webhook) await this.notices.add(NoticeKind.Webhook, id, now, transaction);
  }
}

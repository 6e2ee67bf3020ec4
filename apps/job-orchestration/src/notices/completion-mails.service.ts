import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { JobRepository } from '../jobs/job.repository';
import { completionMail } from './completion-mail';
import { MailGateway } from './mail.gateway';
import { NoticeMetrics } from '../metrics/notice-metrics.service';
import { NoticeKind, NoticeRepository } from './notice.repository';
import { Outbox } from './outbox';

/** Sends the mails about jobs that are over; a mail server that is away only delays them. */
@Injectable()
export class CompletionMails implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly outbox: Outbox;

  constructor(
    notices: NoticeRepository,
    jobs: JobRepository,
    gateway: MailGateway,
    private readonly config: JobOrchestrationConfig,
    logger: ServiceLogger,
    metrics: NoticeMetrics,
  ) {
    this.outbox = new Outbox({
      kind: NoticeKind.Mail,
      notices,
      jobs,
      logger,
      everyMs: config.MAIL_POLL_MS,
      onTry: (outcome) => metrics.tried('mail', outcome),
      give: async (job) => {
        if (job.request.email !== null) await gateway.send(job.request.email, completionMail(job));
      },
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.SMTP_URL !== undefined) this.outbox.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.outbox.stop();
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics, ServiceLogger } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobRepository } from '../jobs/job.repository';
import { completionEvent, completionMail } from './completion-messages';
import { MailGateway } from './mail.gateway';
import { NoticeKind, NoticeRepository } from './notice.repository';
import { Outbox } from './outbox';
import { WebhookGateway } from './webhook.gateway';

/** Sends the mails about finished jobs, which an unavailable mail server only delays, and calls their webhooks. */
@Injectable()
export class NoticeOutboxesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly outboxes: Outbox[];

  constructor(
    notices: NoticeRepository,
    jobs: JobRepository,
    mails: MailGateway,
    webhooks: WebhookGateway,
    { SMTP_URL, MAIL_POLL_MS, WEBHOOK_POLL_MS }: JobOrchestrationConfig,
    logger: ServiceLogger,
    metrics: Metrics,
  ) {
    const tries = metrics.counter(
      'job_notices_tried_total',
      'Tries of this process to send a mail or a webhook, by what became of them',
      ['kind', 'outcome'],
    );
    const all = { notices, jobs, logger };
    const mail = new Outbox({
      ...all,
      kind: NoticeKind.Mail,
      everyMs: MAIL_POLL_MS,
      onTry: (outcome) => tries.inc({ kind: 'mail', outcome }),
      give: async (job) => {
        if (job.request.email !== null) await mails.send(job.request.email, completionMail(job));
      },
    });
    const webhook = new Outbox({
      ...all,
      kind: NoticeKind.Webhook,
      everyMs: WEBHOOK_POLL_MS,
      onTry: (outcome) => tries.inc({ kind: 'webhook', outcome }),
      give: async (job, attempt) => {
        const { webhook: target } = job.request;
        if (target) await webhooks.call(target, completionEvent(job), { delivery: job.id, attempt });
      },
    });
    this.outboxes = SMTP_URL === undefined ? [webhook] : [mail, webhook];
  }

  onApplicationBootstrap(): void {
    for (const outbox of this.outboxes) outbox.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.outboxes.map((outbox) => outbox.stop()));
  }
}

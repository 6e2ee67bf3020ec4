import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { JobRepository } from '../jobs/job.repository';
import { completionEvent } from './completion-event';
import { NoticeMetrics } from '../metrics/notice-metrics.service';
import { NoticeKind, NoticeRepository } from './notice.repository';
import { Outbox } from './outbox';
import { WebhookGateway } from './webhook.gateway';

/** Calls the webhooks of jobs that are over. */
@Injectable()
export class CompletionWebhooks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly outbox: Outbox;

  constructor(
    notices: NoticeRepository,
    jobs: JobRepository,
    gateway: WebhookGateway,
    config: JobOrchestrationConfig,
    logger: ServiceLogger,
    metrics: NoticeMetrics,
  ) {
    this.outbox = new Outbox({
      kind: NoticeKind.Webhook,
      notices,
      jobs,
      logger,
      everyMs: config.WEBHOOK_POLL_MS,
      onTry: (outcome) => metrics.tried('webhook', outcome),
      give: async (job, attempt) => {
        const { webhook } = job.request;
        if (webhook) await gateway.call(webhook, completionEvent(job), { delivery: job.id, attempt });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.outbox.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.outbox.stop();
  }
}

import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';
import type { NoticeOutcome } from '../notices/outbox';

/** Counts the tries of this process to send mails and webhooks. */
@Injectable()
export class NoticeMetrics {
  private readonly counter;

  constructor(metrics: Metrics) {
    this.counter = metrics.counter(
      'job_notices_tried_total',
      'Tries of this process to send a mail or a webhook, by what became of them',
      ['kind', 'outcome'],
    );
  }

  tried(kind: 'mail' | 'webhook', outcome: NoticeOutcome): void {
    this.counter.inc({ kind, outcome });
  }
}

import { Injectable } from '@nestjs/common';
import { Metrics, remembered } from '@portolan/service';
import { JobCountsReadModel } from './job-counts.read-model';

/** Metrics of unfinished jobs over all replicas: every process shows the same. */
@Injectable()
export class JobMetricsService {
  constructor(counts: JobCountsReadModel, metrics: Metrics) {
    const active = remembered(() => counts.active());
    const notices = remembered(() => counts.notices());
    metrics.gaugeOf('jobs_active', 'Jobs that are not over, of all replicas', ['status'], async () =>
      (await active()).map(({ status, count }) => ({ labels: { status }, value: count })),
    );
    const waiting = remembered(() => counts.waiting());
    metrics.gaugeOf(
      'jobs_waiting',
      'Jobs that have not started, of all replicas, by what they wait for',
      ['reason'],
      async () => (await waiting()).map(({ reason, count }) => ({ labels: { reason }, value: count })),
    );
    metrics.gaugeOf(
      'job_notices_waiting',
      'Mails and webhooks about the end of jobs that are to be sent, of all replicas',
      ['kind'],
      async () => (await notices()).map(({ kind, count }) => ({ labels: { kind }, value: count })),
    );
    metrics.gaugeOf(
      'job_notices_overdue_seconds',
      'How long the most overdue mail or webhook should have been sent, of all replicas',
      ['kind'],
      async () =>
        (await notices()).map(({ kind, dueAt }) => ({
          labels: { kind },
          value: dueAt === null ? 0 : Math.max(0, Date.now() - dueAt) / 1000,
        })),
    );
  }
}

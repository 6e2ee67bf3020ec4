import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  AuditLog,
  COMMON_STATUS,
  ErrorKind,
  ServiceError,
  ServiceLogger,
  isOutage,
  messageOf,
  withRequestId,
} from '@portolan/service';
import { errorFormat } from '../../errors/error-format';
import { API_PATH } from '../../http/api-address';
import type { StoredWith } from '../../submission/job-intake.service';
import { SubmissionService } from '../../submission/submission.service';
import { fireJobId } from '../rules/fire-id';
import { FireRepository } from '../store/fire.repository';
import { FireOutcome, FirePhase, type FireEntity, type ScheduleEntity } from '../store/schedule.entity';
import type { StartingFire } from './fire-decision.service';
import { ScheduleMetricsService } from './schedule-metrics.service';

/**
 * Submits the jobs of fires. The fire and its job are written in one transaction, so a fire without a stored job is found again
 * after the expiry of its lease, and a fire with one is not.
 */
@Injectable()
export class FireSubmissionService implements BeforeApplicationShutdown {
  private readonly inHand = new Set<Promise<unknown>>();

  constructor(
    private readonly submissions: SubmissionService,
    private readonly fires: FireRepository,
    private readonly metrics: ScheduleMetricsService,
    private readonly audit: AuditLog,
    private readonly logger: ServiceLogger,
  ) {}

  /** Submits in the background; shutdown waits for the end. */
  start(starting: readonly StartingFire[]): void {
    for (const one of starting) {
      const submission = this.submit(one).catch((error: unknown) =>
        this.logger.warn({ err: error, scheduleId: one.schedule.id }, 'a fire could not be submitted'),
      );
      this.inHand.add(submission);
      void submission.finally(() => this.inHand.delete(submission));
    }
  }

  /** @returns the error if the fire has failed. @throws the error of an outage: the fire is submitted again later */
  async submit({ schedule, fire }: StartingFire): Promise<unknown> {
    const { user, document } = schedule;
    const jobId = fireJobId(fire.scheduleId, fire.time);
    const requestId = randomUUID();
    const stored: StoredWith = async (transaction, failure) => {
      const change = failure ? failed(failure, jobId) : started(jobId);
      if (await this.fires.leave(fire, FirePhase.Starting, change, transaction)) return;
      throw new ServiceError(ErrorKind.WrongState, 'another process has submitted the fire');
    };
    try {
      await withRequestId(requestId, () =>
        this.submissions.submitOwn({ id: jobId, user, ...document.job }, document.request, stored),
      );
    } catch (error) {
      if (isOutage(error) || kindOf(error) === ErrorKind.Unavailable) throw error;
      if (!(await this.hasFailed(fire, jobId, error))) return undefined;
      this.note(schedule, jobId, requestId, statusOf(error));
      this.metrics.failed();
      return error;
    }
    this.note(schedule, jobId, requestId, 202);
    this.metrics.started(schedule, fire, Date.now());
    return undefined;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.inHand);
  }

  /**
   * Records the failure, unless it is recorded with the FAILED job.
   * @returns false for a fire that another process has submitted
   */
  private async hasFailed(fire: FireEntity, jobId: string, error: unknown): Promise<boolean> {
    const isTaken = kindOf(error) === ErrorKind.Exists;
    if (!(error instanceof ServiceError))
      this.logger.error({ err: error, jobId }, 'the submission of a fire failed');
    await this.fires.leave(fire, FirePhase.Starting, failed(error, isTaken ? jobId : null));
    return (await this.fires.find(fire))?.outcome === FireOutcome.Failed;
  }

  /** Writes the same audit line as for the submission of a client. */
  private note({ id, user }: ScheduleEntity, jobId: string, requestId: string, status: number): void {
    this.audit.write({
      subject: user,
      via: 'schedule',
      method: 'POST',
      route: `/${API_PATH}/jobs`,
      params: {},
      url: `/${API_PATH}/schedules/${encodeURIComponent(id)}`,
      ...(status === 202 && { location: `/${API_PATH}/jobs/${encodeURIComponent(jobId)}` }),
      status,
      address: hostname(),
      requestId,
    });
  }
}

const kindOf = (error: unknown): ErrorKind | undefined =>
  error instanceof ServiceError ? error.kind : undefined;

const statusOf = (error: unknown): number => {
  const kind = kindOf(error) ?? ErrorKind.Internal;
  return errorFormat.statuses?.[kind] ?? COMMON_STATUS[kind];
};

const started = (jobId: string): Partial<FireEntity> => ({
  phase: FirePhase.Running,
  outcome: FireOutcome.Started,
  dueAt: null,
  jobId,
  reason: null,
  updated: Date.now(),
});

const failed = (error: unknown, jobId: string | null): Partial<FireEntity> => ({
  phase: FirePhase.Over,
  outcome: FireOutcome.Failed,
  dueAt: null,
  jobId,
  reason: [...messageOf(error)].slice(0, 1024).join(''),
  updated: Date.now(),
});

import { Injectable } from '@nestjs/common';
import { leaseBoundMarginMs, type LaunchEntity } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { Metrics, type Transaction } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { RetryCause } from '../jobs/job-request.dto';
import { JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { WaitReason } from '../transitions/job-wait.entity';
import { JobWaitRepository } from '../transitions/job-wait.repository';
import type { JobProgress } from '../transitions/launch-progress';
import { attemptMessage, attemptOf, nextAttempt, type EndedLaunch, type NextAttempt } from './next-attempt';

/** Signals a new attempt with a due time. */
export const ATTEMPT_SIGNAL = 'job-attempts';

/** Decides whether a job whose launch has ended is attempted again. */
@Injectable()
export class RetriesService {
  private readonly retries;

  constructor(
    private readonly jobs: JobRepository,
    private readonly waits: JobWaitRepository,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    metrics: Metrics,
  ) {
    this.retries = metrics.counter(
      'job_retries_total',
      'Further attempts of jobs that this process has planned, by the cause of the last failure',
      ['cause'],
    );
  }

  /**
   * Returns the next attempt of a job; undefined when its end is final. A job with a kill request is never attempted again, nor is one whose
   * launch was to be stopped.
   */
  next({ request, killRequestedAt }: JobEntity, { launch, end }: EndedLaunch): NextAttempt | undefined {
    const { retry } = request;
    if (!retry || killRequestedAt !== null || launch.stopRequestedAt !== null) return undefined;
    const setupFailed = launch.snapshot?.setupFailed ?? false;
    return nextAttempt(retry, attemptOf(launch.offer.environment), end, setupFailed);
  }

  /**
   * Lets a locked job wait for its next attempt.
   *
   * @param job with the states since the last stored one
   * @param progress the reported change of its launch
   */
  async plan(
    job: JobEntity,
    { attempt, delayMs }: NextAttempt,
    change: EndedLaunch,
    progress: JobProgress,
    transaction: Transaction,
  ): Promise<void> {
    const { retry } = job.request;
    if (!retry) return;
    const now = Date.now();
    const { finished = now, statusMsg: reason, status: _status, exitCode: _exitCode, ...facts } = progress;
    const dueAt = Math.max(Math.min(finished, now) + delayMs, now + this.marginMs(change));
    const statusMsg = attemptMessage(attempt, retry, dueAt, reason);
    const written = { ...facts, finished: undefined, started: job.started ?? facts.started, statusMsg };
    await this.jobs.move(job, JobStatus.Accepted, written, now, transaction);
    await this.waits.add(job.id, WaitReason.RetryDelay, dueAt, transaction);
  }

  /** Called after the commit. */
  settled(cause: RetryCause): void {
    this.retries.inc({ cause });
    this.signals.send(ATTEMPT_SIGNAL);
  }

  /**
   * Returns the time after which a lost attempt has certainly ended, ms: an unreachable node may run it until the node's own
   * lease expires. A loss that a launcher reports is an observed end.
   */
  private marginMs({ end }: EndedLaunch): number {
    const isSilent = end.cause === 'lost' && end.place === undefined;
    return isSilent ? leaseBoundMarginMs(this.config.LEASE_MS, this.config.JOB_KILL_GRACE_MS) : 0;
  }
}

/**
 * Returns the launch of the next attempt: the same command in another directory. @param location of its archive, null without one
 */
export function launchAgain(
  { offer, requestId, turnRank }: Pick<LaunchEntity, 'offer' | 'requestId' | 'turnRank'>,
  environment: Readonly<Record<string, string>>,
  location: string | null,
) {
  const {
    launchId: _launchId,
    owner: _owner,
    ownerUrl: _ownerUrl,
    signature: _signature,
    archive: _archive,
    ...work
  } = offer;
  return {
    ...work,
    environment: { ...offer.environment, ...environment },
    ...(location !== null && { archive: { location } }),
    requestId: requestId ?? undefined,
    priority: 0 - turnRank,
  };
}

import type { LaunchChange, LaunchEnd } from '@portolan/launches';
import { RetryCause } from '../jobs/job-request.dto';
import { detailed } from '../jobs/status-message';
import type { Retry } from '../jobs/job.entity';
import { ATTEMPT_VARIABLE } from '../launch/job-launch';
import { iso } from '../registry/iso-time';

export type EndedLaunch = Extract<LaunchChange, { type: 'ended' }>;

/** Returns the retryable cause of an end; undefined for a success and for an end that is never retried. */
export function retryCauseOf(end: LaunchEnd, setupFailed: boolean): RetryCause | undefined {
  switch (end.cause) {
    case 'exited':
      if (end.exitCode === 0) return undefined;
      return setupFailed ? RetryCause.Setup : RetryCause.Exit;
    case 'stopped':
      return end.exitCode === 0 ? undefined : causeOfStop(end);
    case 'notStarted':
      return end.failure.code === 'downloadFailed' ? RetryCause.Setup : undefined;
    case 'lost':
      return end.place === 'memory' ? RetryCause.Memory : RetryCause.Lost;
    case 'withdrawn':
      return undefined;
  }
}

function causeOfStop({ reason }: Extract<LaunchEnd, { cause: 'stopped' }>): RetryCause | undefined {
  switch (reason) {
    case 'timeout':
      return RetryCause.Timeout;
    case 'memory':
      return RetryCause.Memory;
    case 'node':
    case 'leaseLost':
      return RetryCause.Lost;
    case 'owner':
    case 'files':
      return undefined;
  }
}

export interface NextAttempt {
  cause: RetryCause;
  /** From 2. */
  attempt: number;
  /** Pause after the end of the previous one, ms. */
  delayMs: number;
}

/**
 * Decides whether a job is attempted again.
 *
 * @param attempt number of the attempt that has ended, from 1
 */
export function nextAttempt(
  retry: Retry,
  attempt: number,
  end: LaunchEnd,
  setupFailed: boolean,
): NextAttempt | undefined {
  const cause = retryCauseOf(end, setupFailed);
  if (cause === undefined || attempt > retry.limit || !retry.on.includes(cause)) return undefined;
  const exitCode = 'exitCode' in end ? end.exitCode : undefined;
  const { exitCodes } = retry;
  if (cause === RetryCause.Exit && exitCodes.length > 0 && !exitCodes.includes(exitCode ?? 0))
    return undefined;
  const seconds = Math.min(retry.delaySeconds * retry.factor ** (attempt - 1), retry.maxDelaySeconds);
  return { cause, attempt: attempt + 1, delayMs: Math.round(seconds * 1000) };
}

/** Returns the message of a job between two attempts. @param at start of the next one, ms since the epoch */
export const attemptMessage = (attempt: number, { limit }: Retry, at: number, reason: string): string =>
  detailed(`Attempt ${attempt} of ${limit + 1} starts at ${iso(at)}`, reason);

/** Returns the attempt number of a launch; a launch of an earlier release is a first attempt. */
export const attemptOf = (environment: Readonly<Record<string, string>>): number =>
  Number(environment[ATTEMPT_VARIABLE] ?? 1);

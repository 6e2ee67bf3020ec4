import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  submitJob,
  submitJobWithAttachments,
  submittedJobId,
  type Attachment,
  type JobSubmission,
  listSchedules,
} from '@portolan/client-jobs';
import { isAnswered, isTemporary, OLDER_RELEASE, answered } from '../failure/request-failure.ts';
import type { JobsApi } from '../session/jobs-api.ts';
import { CliError, ExitCode } from '../failure/cli-error.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 300;
const CONFLICT = 409;
const TOO_MANY = 429;

/**
 * Submits a job exactly once, though the response may get lost: the id is chosen here, so a repeated submission cannot start a
 * second job.
 * @returns the id of the job
 */
export async function submitOnce(
  api: JobsApi,
  request: JobSubmission,
  attachments: readonly Attachment[],
): Promise<string> {
  const job = { ...request, id: request.id ?? randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attachments.length > 0) return await submitJobWithAttachments(api.client, job, attachments);
      return submittedJobId((await submitJob({ ...api, body: job })).response);
    } catch (error) {
      // A conflict with our own earlier attempt: its response was lost.
      if (attempt > 1 && isAnswered(error) && error.status === CONFLICT) return job.id;
      if (attempt === ATTEMPTS || !mayHaveArrived(error, attempt)) throw error;
    }
    await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}

/** Reports whether to retry: not when the first attempt reached no service, and not when a limit refused it. */
function mayHaveArrived(error: unknown, attempt: number): boolean {
  if (isAnswered(error)) return error.status !== TOO_MANY && isTemporary(error);
  const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  return isTemporary(error) && !(isRefused && attempt === 1);
}

/** Fields that an older release of the API ignores without a word; the job would do something else than was asked for. */
const ADDED_FIELDS = ['array', 'dependsOn', 'retry', 'priority'] as const;

/**
 * Asks whether the service has the additions that a submission needs, if it needs any.
 * @throws CliError (refused) when it does not
 */
export async function requireAdditions(api: JobsApi, request: JobSubmission): Promise<void> {
  const needed = ADDED_FIELDS.filter((field) => request[field] != null);
  if (needed.length === 0) return;
  if (await answered(listSchedules({ ...api, query: { size: 1 } }))) return;
  throw new CliError(`this service cannot do ${needed.join(', ')}`, ExitCode.Refused, OLDER_RELEASE);
}

import { listSchedules, type JobSubmission } from '@portolan/client-jobs';
import { CliError } from '../failure/cli-error.ts';
import { ExitCode } from '../failure/exit-codes.ts';
import { OLDER_RELEASE, answered } from '../failure/request-failure.ts';
import type { JobsApi } from '../session/jobs-api.ts';

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

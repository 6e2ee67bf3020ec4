import { getJobExecution, type Job } from '@portolan/client-jobs';
import { ExitCode } from '../failure/exit-codes.ts';
import { isAnswered } from '../failure/request-failure.ts';
import type { JobsApi } from '../session/jobs-api.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';

/** Returns the exit code of a job's command, which has ended; 1 for a job that failed without one. */
export async function exitCodeOf(
  api: JobsApi,
  { id, status }: Job,
  persistence: Persistence,
): Promise<number> {
  if (status === 'SUCCEEDED') return ExitCode.Success;
  try {
    const ask = async (reached: () => void) => {
      const { data } = await getJobExecution({ ...api, path: { id } });
      reached();
      return data.exitCode;
    };
    const exitCode = await persistently(ask, { ...persistence, wasReached: true });
    return exitCode === null || exitCode === 0 ? ExitCode.Failed : exitCode;
  } catch (error) {
    // An array, and a job that never started, has no execution.
    if (isAnswered(error)) return ExitCode.Failed;
    throw error;
  }
}

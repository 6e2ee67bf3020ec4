import { setTimeout as delay } from 'node:timers/promises';
import { followJobStatus, getJob, type Job, getJobExecution, type JobStatus } from '@portolan/client-jobs';
import type { JobsApi } from '../session/jobs-api.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';
import { ExitCode } from '../failure/cli-error.ts';
import { isAnswered } from '../failure/request-failure.ts';

const SETTLE_MS = 50;

/** How a wait reports. */
export interface WaitOptions extends Persistence {
  /** Called with each state. */
  onStatus?: (status: string, message: string | null) => void;
}

/**
 * Waits until a submitted job ends. An outage at the beginning is treated like any later one. @returns the job as it ended
 * @throws AnswerError when there is no such job
 */
export async function waitForEnd(api: JobsApi, id: string, options: WaitOptions): Promise<Job> {
  const { signal, onStatus } = options;
  return persistently(
    async (reached) => {
      for (;;) {
        const { data } = await getJob({ ...api, path: { id } });
        reached();
        onStatus?.(data.status, data.statusMsg);
        if (isOver(data.status)) return data;
        const events = followJobStatus(api.client, id, { signal, attempts: 1 });
        for await (const { status, statusMsg } of events) onStatus?.(status, statusMsg);
        // A replica may show a job as it was a quarter of a second before its end.
        await delay(SETTLE_MS, undefined, { signal });
      }
    },
    { ...options, wasReached: true },
  );
}

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

const OVER = new Set<JobStatus>(['SUCCEEDED', 'KILLED', 'FAILED', 'INVALID']);

export const isOver = (status: JobStatus): boolean => OVER.has(status);

import { setTimeout as delay } from 'node:timers/promises';
import { followJobStatus, getJob, type Job } from '@portolan/client-jobs';
import type { JobsApi } from '../session/jobs-api.ts';
import { isOver } from './job-state.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';

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

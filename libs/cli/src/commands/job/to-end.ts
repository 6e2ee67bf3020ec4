import { exitCodeOf } from '../../jobs/exit-code-of-job.ts';
import { waitForEnd } from '../../jobs/wait.ts';
import { followOutput } from '../../jobs/follow-output.ts';
import { watchingJob } from '../../jobs/watch-job.ts';
import { troubleNotes } from '../../session/trouble-notes.ts';
import { waitingNote } from '../../session/waiting-note.ts';
import { oneLine } from '../../output/text.ts';
import { Progress } from '../../output/progress.ts';
import type { JobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';

/** Waits for the end of a job. @returns its exit code */
export async function waitToEnd(session: Session, api: JobsApi, id: string): Promise<number> {
  return watchingJob(session, api, id, async (signal) => {
    const progress = new Progress(session.terminal);
    const persistence = { signal, trouble: troubleNotes(session) };
    try {
      const job = await waitForEnd(api, id, {
        ...persistence,
        onStatus: (status, message) => progress.waiting(oneLine(`${status} ${message ?? ''}`)),
      });
      progress.end();
      tellEnd(session, job);
      return await exitCodeOf(api, job, persistence);
    } finally {
      progress.end();
    }
  });
}

/** Prints what a job writes, stdout and stderr each to its own, until its end. @returns its exit code */
export async function followToEnd(
  session: Session,
  api: JobsApi,
  id: string,
  attempt: number,
): Promise<number> {
  const { terminal, transport, settings } = session;
  return watchingJob(session, api, id, async (signal) => {
    const persistence = { signal, trouble: troubleNotes(session) };
    const request = { baseUrl: settings.jobs, id, attempt, wasReached: true, ...persistence };
    const onAttempt = (number: number): void => terminal.note(`attempt ${number} of job ${id}`);
    const onWaiting = waitingNote(session, id);
    await Promise.all([
      followOutput(transport, api, { ...request, path: 'stdout', onAttempt, onWaiting }, (bytes) =>
        terminal.pass(bytes),
      ),
      followOutput(transport, api, { ...request, path: 'stderr' }, (bytes) => terminal.passError(bytes)),
    ]);
    const job = await waitForEnd(api, id, request);
    tellEnd(session, job);
    return exitCodeOf(api, job, request);
  });
}

function tellEnd(session: Session, job: { id: string; status: string; statusMsg: string | null }): void {
  if (job.status !== 'SUCCEEDED')
    session.terminal.note(`job ${job.id}: ${job.status}, ${oneLine(job.statusMsg ?? '')}`);
}

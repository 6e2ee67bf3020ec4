import { killJob } from '@portolan/client-jobs';
import { exitCodeOf, waitForEnd } from '../../jobs/wait.ts';
import { followOutput } from '../../jobs/follow-output.ts';
import { troubleNotes, waitingNote } from '../../session/trouble-notes.ts';
import { oneLine } from '../../output/text.ts';
import { Progress } from '../../output/progress.ts';
import type { JobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import { interrupted } from '../../session/interrupts.ts';

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

/**
 * Runs `work`, which watches a job. Ctrl-C asks whether to kill the job; a second one leaves at once, and so does the first when
 * nobody can be asked.
 * @throws CliError (interrupted) when the user leaves
 */
async function watchingJob<T>(
  session: Session,
  api: JobsApi,
  id: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { terminal, io } = session;
  const controller = new AbortController();
  const leave = (): void => {
    terminal.note(`\njob ${id} goes on; follow it with: portolan job logs -f ${id}`);
    controller.abort();
  };
  let presses = 0;
  const ask = async (): Promise<void> => {
    const answer = await terminal.ask(
      `\nKill job ${id}? y: kill it, n: leave it running, Enter: keep watching; Ctrl-C leaves `,
    );
    if (controller.signal.aborted) return;
    if (answer === undefined) return leave();
    if (/^y/i.test(answer)) {
      await killJob({ ...api, path: { id } });
      terminal.note(`job ${id} is being killed`);
    } else if (/^n/i.test(answer)) leave();
    presses = 0;
  };
  const release = io.interrupts.handle(() => {
    presses += 1;
    if (presses > 1 || !terminal.canAsk) leave();
    else ask().catch((error: Error) => terminal.note(error.message));
  });
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? interrupted() : error;
  } finally {
    release();
  }
}

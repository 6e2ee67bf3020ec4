import { killJob } from '@portolan/client-jobs';
import type { JobsApi } from '../session/jobs-api.ts';
import { interrupted } from '../session/interrupts.ts';
import type { Session } from '../session/session.ts';

/**
 * Runs `work`, which watches a job. Ctrl-C asks whether to kill the job; a second one leaves at once, and so does the first when
 * nobody can be asked.
 * @throws CliError (interrupted) when the user leaves
 */
export async function watchingJob<T>(
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

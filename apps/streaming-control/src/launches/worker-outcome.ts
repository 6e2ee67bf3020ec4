import { exitText, type LaunchEnd } from '@portolan/launches';
import type { WorkerNews } from '../jobs/job-change';
import { WorkerReason } from '../jobs/worker-states';

/** Exit code of a worker whose job cannot run as it was submitted (EX_USAGE). */
const PERMANENT_EXIT_CODE = 64;

/** The effect of the end of a launch on a worker that has not ended: its job fails, or it is replaced. */
export type WorkerOutcome =
  | { failsJob: true; why: string; news: WorkerNews }
  | { failsJob: false; reason: WorkerReason; news: WorkerNews };

/**
 * Reads the end of a launch. Exit code 0 is not completion (V1-LIFE-2): a worker posts `Completed` before its process
 * ends, so one that ends without that post was stopped by an operator or by the shutdown of its machine.
 */
export function outcomeOf(end: LaunchEnd): WorkerOutcome {
  switch (end.cause) {
    case 'exited':
      if (end.exitCode === PERMANENT_EXIT_CODE)
        return fails(`worker terminated with exit code ${end.exitCode}`, processEnded(end));
      return replaced(end.exitCode === 0 ? WorkerReason.Lost : WorkerReason.Error, processEnded(end));
    case 'notStarted': {
      const { message, permanent } = end.failure;
      return permanent ? fails(message) : replaced(WorkerReason.Error, { text: message });
    }
    case 'stopped':
      return replaced(WorkerReason.Lost, { text: end.detail ?? `stopped by its ${end.reason}` });
    case 'lost':
      return replaced(WorkerReason.Lost, { text: lostMessage(end), cause: end.message });
    case 'withdrawn':
      return replaced(WorkerReason.Lost, { text: 'its launch was withdrawn' });
  }
}

/** Returns the news of a process that ended by itself; its last line of `stderr` often says why. */
export const processEnded = ({
  exitCode,
  lastLine,
}: Extract<LaunchEnd, { cause: 'exited' }>): WorkerNews => ({
  text: 'worker terminated',
  cause: lastLine === undefined ? exitText(exitCode) : `${exitText(exitCode)}: ${lastLine}`,
  withoutStage: true,
});

/** Reports whether a launch ended at the request of this service. */
export const isRequestedEnd = (end: LaunchEnd): boolean =>
  end.cause === 'withdrawn' || (end.cause === 'stopped' && end.reason === 'owner');

const fails = (why: string, news: WorkerNews = { text: why }): WorkerOutcome => ({
  failsJob: true,
  why,
  news,
});

const replaced = (reason: WorkerReason, news: WorkerNews) => ({ failsJob: false, reason, news }) as const;

/** Returns the text that existing clients match, followed by the cause that a launcher reported. */
const lostMessage = ({ place, message }: Extract<LaunchEnd, { cause: 'lost' }>): string =>
  place === undefined ? 'resubmitting lost worker ' : `resubmitting lost worker: ${message}`;

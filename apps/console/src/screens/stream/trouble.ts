import type { Job, JobEvent } from '@portolan/client-streams';

/** Returns the text of an event without the id of the job or worker that it begins with. Pure. */
export const textOf = ({ message, jobId, workerIndex, workerNumber }: JobEvent): string => {
  const id = message.startsWith(`${jobId}-worker-`)
    ? `${jobId}-worker-${workerIndex}-${workerNumber}`
    : jobId;
  return message.startsWith(`${id} `) ? message.slice(id.length + 1) : message;
};

/** Returns the cause in a reason, which follows its word: `Relaunched: exit code 1`. */
const causeOf = (reason: string): string => /: (.+)$/s.exec(reason)?.[1] ?? reason;

/** Returns the reason of an event where it says more than its text; undefined otherwise. Pure. */
export const reasonBeside = (event: JobEvent): string | undefined =>
  event.reason === 'Normal' || textOf(event).includes(causeOf(event.reason)) ? undefined : event.reason;

/**
 * Returns why a job failed, or what keeps its workers from starting; undefined for one that is well. Pure.
 * @param events oldest first
 */
export function troubleOf(
  { jobMetadata: { state, reason } }: Pick<Job, 'jobMetadata'>,
  events: readonly JobEvent[],
): { title: string; text: string } | undefined {
  if (state === 'Failed') return { title: 'Why it failed', text: causeOf(reason) };
  const warning = state === 'Accepted' ? events.findLast(({ type }) => type === 'WARN') : undefined;
  return (
    warning && {
      title: 'Why it has not started',
      text: `Worker ${warning.workerNumber}: ${causeOf(warning.reason)}`,
    }
  );
}

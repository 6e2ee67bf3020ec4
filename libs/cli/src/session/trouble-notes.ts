import type { Session } from './session.ts';
import { oneLine } from '../output/text.ts';

/**
 * Reports interruptions of a connection on stderr. Interruptions of several requests at the same time count as one, which is
 * reported when the first request breaks off and when the last one is connected again.
 * @param meanwhile returns what happened to the output during the interruption
 */
export function troubleNotes(
  { terminal }: Pick<Session, 'terminal'>,
  meanwhile: () => string = () => 'nothing is missing',
): (error: Error | undefined) => void {
  let interruptions = 0;
  return (error) => {
    interruptions += error ? 1 : -1;
    if (error && interruptions === 1) terminal.note(`connection lost (${reasonOf(error)}); trying again`);
    if (!error && interruptions === 0) terminal.note(`connected again; ${meanwhile()}`);
  };
}

/** Node.js calls a response that broke off `aborted`, which reads as if the user had done it. */
const reasonOf = ({ message }: Error): string => (message === 'aborted' ? 'the service closed it' : message);

/** Returns the note about events that are missing. @param count of missing events @param id of the event behind the gap */
export const missingNote = (count: number, id: string): string =>
  `${count} ${count === 1 ? 'event' : 'events'} of ${id.slice(0, id.lastIndexOf(':'))} ` +
  `${count === 1 ? 'is' : 'are'} missing here: dropped, or no longer kept`;

/** Prints, at a terminal, why a followed job has not started; each reason once. */
export function waitingNote({ terminal }: Pick<Session, 'terminal'>, id: string): (reason: string) => void {
  let told: string | undefined;
  return (reason) => {
    if (terminal.isWatched && reason !== told) terminal.note(`job ${id} waits: ${oneLine(reason)}`);
    told = reason;
  };
}

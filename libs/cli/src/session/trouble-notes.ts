import type { Session } from './session.ts';

/**
 * Tells people about interruptions of a connection, on stderr. Those of several requests at the same time are one: it is told when
 * the first one breaks off, and when the last one is connected again.
 * @param meanwhile tells what happened to the output of the time between
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

import type { Session } from './session.ts';

/**
 * Tells people about interruptions of a connection, on stderr. Those of several requests at the same time are one: it is told when
 * the first one breaks off, and when the last one is connected again.
 */
export function troubleNotes({ terminal }: Session): (error: Error | undefined) => void {
  let interruptions = 0;
  return (error) => {
    interruptions += error ? 1 : -1;
    if (error && interruptions === 1) terminal.note(`connection lost (${error.message}); trying again`);
    if (!error && interruptions === 0) terminal.note('connected again; nothing is missing');
  };
}

import type { Session } from './session.ts';

/** Tells people about interruptions of a connection, on stderr. */
export const troubleNotes = (session: Session) => (error: Error | undefined) =>
  session.terminal.note(
    error ? `connection lost (${error.message}); trying again` : 'connected again; nothing is missing',
  );

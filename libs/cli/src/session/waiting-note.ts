import { oneLine } from '../output/text.ts';
import type { Session } from './session.ts';

/** Tells a person at a terminal why a job that is followed has not started. */
export function waitingNote({ terminal }: Pick<Session, 'terminal'>, id: string): (reason: string) => void {
  return (reason) => {
    if (terminal.isWatched) terminal.note(`job ${id} waits: ${oneLine(reason)}`);
  };
}

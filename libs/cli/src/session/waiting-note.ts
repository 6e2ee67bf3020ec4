import { oneLine } from '../output/text.ts';
import type { Session } from './session.ts';

/** Tells a person at a terminal why a job that is followed has not started, each reason once. */
export function waitingNote({ terminal }: Pick<Session, 'terminal'>, id: string): (reason: string) => void {
  let told: string | undefined;
  return (reason) => {
    if (terminal.isWatched && reason !== told) terminal.note(`job ${id} waits: ${oneLine(reason)}`);
    told = reason;
  };
}

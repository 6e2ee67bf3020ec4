import { oneLine } from '../output/text.ts';
import type { Session } from './session.ts';

/** Prints, at a terminal, why a followed job has not started; each reason once. */
export function waitingNote({ terminal }: Pick<Session, 'terminal'>, id: string): (reason: string) => void {
  let told: string | undefined;
  return (reason) => {
    if (terminal.isWatched && reason !== told) terminal.note(`job ${id} waits: ${oneLine(reason)}`);
    told = reason;
  };
}

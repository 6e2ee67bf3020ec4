import { usageError } from '../failure/cli-error.ts';
import { interrupted } from './interrupts.ts';
import type { Session } from './session.ts';

/** Asks before something that cannot be undone. @throws CliError unless the answer is yes, or when nobody can be asked */
export async function confirm({ terminal }: Session, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!terminal.canAsk)
    throw usageError(`${question} There is no terminal to confirm on`, 'repeat the command with --yes');
  const answer = await terminal.ask(`${question} [y/N] `);
  if (answer === undefined) throw interrupted();
  if (!/^y(es)?$/i.test(answer)) throw usageError('nothing was done');
}

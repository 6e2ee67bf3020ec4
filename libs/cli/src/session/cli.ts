import type { Command } from 'commander';
import type { GlobalOptions } from '../config/settings.ts';
import { Session, type Io } from './session.ts';

/** The result of an action: an exit code, or nothing for success. */
type Outcome = number | undefined | void;

/** Connects the commands with the process: opens the session of an action and keeps its exit code. */
export class Cli {
  exitCode = 0;

  constructor(
    readonly io: Io,
    readonly version: string,
    /** The command line. */
    readonly words: readonly string[],
  ) {}

  /** Makes the action of a command. @param handler takes the arguments of the command and its options, after the session */
  action<A extends unknown[]>(
    handler: (session: Session, ...args: A) => Promise<Outcome>,
  ): (this: Command, ...args: [...A, Command]) => Promise<void> {
    return async (...all) => {
      const command = all.at(-1) as Command;
      const args = all.slice(0, -1) as unknown as A;
      const session = await Session.open(this.io, command.optsWithGlobals<GlobalOptions>());
      try {
        this.exitCode = (await handler(session, ...args)) ?? 0;
      } catch (error) {
        throw session.failureOf(error);
      }
    };
  }
}

/** A group of commands: adds them to `group`. */
export type RegisterGroup = (group: Command, cli: Cli) => void;

export function examples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
}

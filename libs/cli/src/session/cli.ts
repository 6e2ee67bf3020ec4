import type { Command } from 'commander';
import type { GlobalOptions, OutputName } from '../config/settings.ts';
import { usageError } from '../failure/cli-error.ts';
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

  /**
   * Makes the action of a command.
   * @param handler takes the arguments of the command and its options, after the session
   * @param outputs formats of a command that cannot print them all
   */
  action<A extends unknown[]>(
    handler: (session: Session, ...args: A) => Promise<Outcome>,
    outputs?: readonly OutputName[],
  ): (this: Command, ...args: [...A, Command]) => Promise<void> {
    return async (...all) => {
      const command = all.at(-1) as Command;
      const args = all.slice(0, -1) as unknown as A;
      refuseEmpty(command);
      const session = await Session.open(this.io, command.optsWithGlobals<GlobalOptions>());
      if (outputs) refuseOutput(session, nameOf(command), outputs);
      try {
        this.exitCode = (await handler(session, ...args)) ?? 0;
      } catch (error) {
        throw session.failureOf(error);
      }
    };
  }
}

const nameOf = (command: Command): string => `${command.parent?.name()} ${command.name()}`;

/** The formats of a command that passes on what others have written. */
export const AS_IT_IS: readonly OutputName[] = [];

/**
 * Refuses a format that the command would ignore. A format from the variable applies to all commands, so it is not refused.
 * @throws CliError (CLI-OUT-9)
 */
export function refuseOutput(
  { options: { output } }: Pick<Session, 'options'>,
  name: string,
  outputs: readonly OutputName[],
): void {
  if (output === undefined || outputs.some((one) => one === output)) return;
  throw outputs.length === 0
    ? usageError(`-o ${output}: ${name} prints its output as it is`, 'leave -o out')
    : usageError(`-o ${output}: ${name} cannot print it`, `outputs: ${outputs.join(', ')}`);
}

/**
 * Refuses an empty id or address, which a variable without a value leaves: the request would be about something else.
 * @throws CliError (CLI-EXIT-8)
 */
function refuseEmpty({ registeredArguments, processedArgs }: Command): void {
  for (const [place, argument] of registeredArguments.entries()) {
    const given: unknown = processedArgs[place];
    // `kill` can do without ids, but not with an empty one. Empty files, paths and arguments of a job have a meaning.
    const isNeeded = argument.required || argument.name() === 'ids';
    if (isNeeded && (given === '' || (Array.isArray(given) && given.includes(''))))
      throw usageError(`<${argument.name()}> is empty`);
  }
}

/** A group of commands: adds them to `group`. */
export type RegisterGroup = (group: Command, cli: Cli) => void;

export function examples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
}

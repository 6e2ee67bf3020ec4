import { Command } from 'commander';
import type { GlobalOptions, OutputName } from '../config/settings.ts';
import { usageError } from '../failure/cli-error.ts';
import { Session, type Io } from './session.ts';

/** One call of the program: what the process gives it, and its exit code. */
export interface Call {
  io: Io;
  version: string;
  /** The command line. */
  words: readonly string[];
  exitCode: number;
}

/** The result of an action: an exit code, or nothing for success. */
type Outcome = number | undefined | void;

/** A group of commands: adds them to `group`. */
export type RegisterGroup = (group: PortolanCommand) => void;

/** The formats of a command that passes on what others have written. */
export const AS_IT_IS: readonly OutputName[] = [];

/** The commands of the parser: with a session for their actions, and two answers to an incomplete command line that are not commander's. */
export class PortolanCommand extends Command {
  constructor(
    readonly call: Call,
    name?: string,
  ) {
    super(name);
  }

  override createCommand(name?: string): PortolanCommand {
    return new PortolanCommand(this.call, name);
  }

  /** Shows a group that is called without a command as `--help` does: on stdout and with exit code 0. Commander takes it for an error. */
  override help(): never {
    return super.help();
  }

  /** Names a missing argument with its form. Commander calls this method, which its types leave out. */
  missingArgument(name: string): never {
    const form = this.registeredArguments.find((argument) => argument.name() === name)?.description;
    return this.error(`error: missing required argument '${name}'${form ? `: ${form}` : ''}`, {
      code: 'commander.missingArgument',
    });
  }

  /** Adds a file that may be given as the argument or as `-f FILE`. */
  takesFile(about: string): this {
    return this.argument('[file]', about).option('-f, --file <file>', 'the same as the argument');
  }

  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
  }

  /**
   * Declares that an option has an effect only beside one of `others`; commander's `conflicts` declares the opposite.
   * Names are those of the values: `artifactVersion`.
   */
  needsOption(name: string, ...others: readonly string[]): this {
    const isGiven = (option: string): boolean => this.getOptionValue(option) !== undefined;
    const flagOf = (option: string): string =>
      this.options.find((one) => one.attributeName() === option)?.long ?? option;
    return this.hook('preAction', () => {
      if (isGiven(name) && !others.some(isGiven))
        throw usageError(`${flagOf(name)} needs ${others.map(flagOf).join(' or ')}`);
    });
  }

  /**
   * Sets the action of the command.
   * @param handler takes the arguments of the command and its options, after the session
   * @param outputs formats of a command that cannot print them all
   */
  sessionAction<A extends unknown[]>(
    handler: (session: Session, ...args: A) => Promise<Outcome>,
    outputs?: readonly OutputName[],
  ): this {
    return this.action(async (...all: unknown[]) => {
      this.refuseEmpty();
      const session = await Session.open(this.call.io, this.optsWithGlobals<GlobalOptions>());
      if (outputs) refuseOutput(session, `${this.parent?.name()} ${this.name()}`, outputs);
      try {
        // Commander adds the command itself.
        this.call.exitCode = (await handler(session, ...(all.slice(0, -1) as A))) ?? 0;
      } catch (error) {
        throw session.failureOf(error);
      }
    });
  }

  /**
   * Refuses an empty id or address, which a variable without a value leaves: the request would be about something else.
   * @throws CliError (CLI-EXIT-8)
   */
  private refuseEmpty(): void {
    for (const [place, argument] of this.registeredArguments.entries()) {
      const given: unknown = this.processedArgs[place];
      // `kill` can do without ids, but not with an empty one. Empty files, paths and arguments of a job have a meaning.
      const isNeeded = argument.required || argument.name() === 'ids';
      if (isNeeded && (given === '' || (Array.isArray(given) && given.includes(''))))
        throw usageError(`<${argument.name()}> is empty`);
    }
  }
}

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

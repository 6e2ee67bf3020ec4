import type { Command } from 'commander';
import { usageError } from '../failure/cli-error.ts';

/**
 * Declares that an option has an effect only beside one of `others`; commander's `conflicts` declares the opposite.
 * Names are those of the values: `artifactVersion`.
 */
export function needsOption(command: Command, name: string, ...others: readonly string[]): Command {
  return command.hook('preAction', () => {
    if (!isGiven(command, name) || others.some((other) => isGiven(command, other))) return;
    throw usageError(
      `${flagOf(command, name)} needs ${others.map((one) => flagOf(command, one)).join(' or ')}`,
    );
  });
}

const isGiven = (command: Command, name: string): boolean => command.getOptionValue(name) !== undefined;

const flagOf = (command: Command, name: string): string =>
  command.options.find((option) => option.attributeName() === name)?.long ?? name;

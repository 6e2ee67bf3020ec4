import type { Command, Option } from 'commander';
import { argumentSource, optionSource, type Candidate } from '../completion/sources.ts';
import { oneLine } from '../output/text.ts';
import { Session, type Io } from '../session/session.ts';
import { buildProgram } from './program.ts';

/** A completion that is not there by then is of no use. @default of `PORTOLAN_COMPLETE_MS` */
const TIME_LIMIT_MS = 2000;

/** Where the cursor is: the command, its arguments before the cursor, and an option that waits for its value. */
interface Place {
  command: Command;
  argumentCount: number;
  option: Option | undefined;
  /** Values of options of all commands, by which the service is found. */
  globals: Record<string, string>;
}

const optionsOf = (command: Command): Option[] => [
  ...command.options,
  ...(command.parent ? optionsOf(command.parent) : []),
];

const takesValue = (option: Option): boolean => option.required;

/** Separates `--option=value`. */
const OPTION_VALUE = /^(?<flag>--[^=]+=)(?<value>.*)$/s;

/** Words with `--option=value` as two words, and `--option=`, whose value is being typed, as one. */
const separated = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const { flag, value = '' } = OPTION_VALUE.exec(word)?.groups ?? {};
    return flag === undefined ? [word] : [flag.slice(0, -1), ...(value === '' ? [] : [value])];
  });

/** Follows the words before the cursor through the tree of commands. */
function placeOf(program: Command, words: readonly string[]): Place {
  const place: Place = { command: program, argumentCount: 0, option: undefined, globals: {} };
  for (const word of words) {
    if (place.option) {
      place.globals[place.option.attributeName()] = word;
      place.option = undefined;
    } else if (word.startsWith('-')) {
      const option = optionsOf(place.command).find(({ short, long }) => short === word || long === word);
      if (option && takesValue(option)) place.option = option;
    } else {
      const nested = place.command.commands.find(
        (one) => one.name() === word || one.aliases().includes(word),
      );
      if (nested) place.command = nested;
      else place.argumentCount += 1;
    }
  }
  return place;
}

async function candidates(session: Session, place: Place, current: string): Promise<Candidate[]> {
  const { command, option, argumentCount } = place;
  const name = { group: command.parent?.name() ?? '', command: command.name() };
  if (option) return (await optionSource(name, option.long ?? '')?.(session, current)) ?? [];
  if (current.startsWith('-'))
    return optionsOf(command).map(({ long, description }) => ({ word: long ?? '', about: description }));
  if (command.commands.length > 0)
    return command.commands.map((one) => ({ word: one.name(), about: one.description() }));
  const expected = command.registeredArguments[argumentCount] ?? command.registeredArguments.at(-1);
  if (!expected || (argumentCount >= command.registeredArguments.length && !expected.variadic)) return [];
  return (await argumentSource(name, expected.name())?.(session, current)) ?? [];
}

/**
 * Prints the words that may follow at the cursor, one per line, each with its description after a tab.
 * @param words the command line up to the cursor; the last one is being typed and may be empty
 */
export async function complete(words: readonly string[], io: Io, version: string): Promise<void> {
  const typed = words.at(-1) ?? '';
  const { flag = '', value: current = typed } = OPTION_VALUE.exec(typed)?.groups ?? {};
  const program = await buildProgram({ io, version, words, exitCode: 0 });
  const place = placeOf(program, separated(flag === '' ? words.slice(0, -1) : [...words.slice(0, -1), flag]));
  const session = await Session.open(io, place.globals);
  const limitMs = Number(io.env.PORTOLAN_COMPLETE_MS) || TIME_LIMIT_MS;
  const found = await Promise.race([
    candidates(session, place, current),
    new Promise<Candidate[]>((resolve) => setTimeout(() => resolve([]), limitMs).unref()),
  ]);
  const lines = found
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, about }) => `${flag}${oneLine(word)}\t${oneLine(about)}\n`);
  await session.terminal.write(lines.join(''));
}

/** The frame of every command. Arguments are parsed before any other step, also before packages are installed. */
import './node-version.mjs';
import { parseArgs } from 'node:util';
import { Failure, red, say } from './console.mjs';
import { undoOnSignal } from './commands.mjs';

/** Runs a command with this process's arguments. `run` may return the exit code; a `Failure` is printed without its stack. */
export async function main(definition, run) {
  if (!definition.ownSignals) undoOnSignal();
  outlastReaders();
  try {
    const { help, ...read } = readArguments(definition, process.argv.slice(2));
    const code = help ? say(helpText(definition)) : await run(read);
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    const expected = error instanceof Failure || error instanceof RangeError;
    process.stderr.write(`${red('failed')} ${expected ? error.message : (error?.stack ?? String(error))}\n`);
    process.exitCode = error?.exitCode ?? 1;
  }
}

/**
 * Continues when nothing reads the output any more: a terminal was closed, or Ctrl-C ended the `tee` of a pipeline first. Without a
 * listener the next line would end this process, and what it has started would stay.
 */
function outlastReaders() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Invalid arguments of a command; exit code 2. */
export class UsageError extends Failure {
  exitCode = 2;
}

/**
 * The arguments that a command takes. `usage` is the command as it is typed, without options; `positionals` says how many words
 * it takes (none when left out); `--help` is always there. With `ownSignals` the command itself handles Ctrl-C. An option takes a
 * text where its `value` names one.
 *
 * @typedef {{ about: string, value?: string, short?: string, default?: string | string[], multiple?: boolean }} Option
 * @typedef {{ usage: string, about: string, options?: Record<string, Option>, ownSignals?: boolean,
 *   positionals?: { name: string, about: string, min?: number, max?: number } }} Definition
 */

const HELP = { short: 'h', about: 'prints this and does nothing' };

/** `npm start -- --detach`, but `node tools/env.mjs --help`: npm consumes the arguments before `--`. */
const separator = ({ usage }) => (usage.startsWith('npm') ? ' --' : '');

const written = ([name, { short, value }]) =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;

/** Returns what `--help` prints. @param {Definition} definition */
export function helpText(definition) {
  const { usage, about, positionals } = definition;
  const options = Object.entries({ ...definition.options, help: HELP });
  const rows = [
    ...(positionals ? [[positionals.name, positionals.about]] : []),
    ...options.map((option) => [written(option), option[1].about]),
  ];
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return [
    `Usage: ${usage}${separator(definition)}${positionals ? ` [${positionals.name}]` : ''} [options]`,
    '',
    about,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`),
  ].join('\n');
}

/** Returns the first sentence of an error of `util.parseArgs`, without its advice for programmers. */
const reasonOf = (error) => error.message.split(/\. (?:To specify|This command)/)[0].replaceAll('\n', ' ');

/** @returns `{ help, values, positionals }` @throws {UsageError} for an unknown option, a missing value, or a wrong word count */
export function readArguments(definition, args) {
  const given = Object.entries({ ...definition.options, help: HELP });
  const options = Object.fromEntries(
    given.map(([name, option]) => [name, { ...option, type: option.value ? 'string' : 'boolean' }]),
  );
  const refuse = (reason) => {
    throw new UsageError(`${reason}\n${helpText(definition)}`);
  };
  const { min = 0, max = definition.positionals ? Infinity : 0 } = definition.positionals ?? {};
  let read;
  try {
    read = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return refuse(reasonOf(error));
  }
  const { positionals } = read;
  const { help = false, ...values } = read.values;
  if (!help && positionals.length > max) refuse(`unexpected argument "${positionals[max]}"`);
  if (!help && positionals.length < min) refuse(`${definition.positionals.name} is missing`);
  return { help, values, positionals };
}

/** Reads the value of an option as a whole number. @throws {UsageError} when it is none, or is less than `least` */
export function wholeNumber(name, text, least = 0) {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least))
    throw new UsageError(`--${name} must be a whole number from ${least}, not "${text}"`);
  return value;
}

/** Refuses a word that is not in `known`. @param what `service`, or an option: `--scale` */
export function oneOf(what, word, known) {
  if (!known.includes(word))
    throw new UsageError(`${what} must be one of ${known.join(', ')}, not "${word}"`);
}

/**
 * Arguments of a command: what it takes, its `--help`, and the refusal of everything else. Read with `util.parseArgs`, for the
 * tools run before the packages are installed, and before the command does anything.
 */
import { parseArgs } from 'node:util';
import { Failure } from './console.mjs';

/** Arguments that a command does not take. Exit code 2. */
export class UsageError extends Failure {
  exitCode = 2;
}

/**
 * The arguments that a command takes.
 *
 * @typedef {object} Definition
 * @property {string} usage the command as it is typed, without its options: `npm stop`
 * @property {string} about what it does, in one or two sentences
 * @property {Record<string, Option>} [options] by name; `--help` is always there
 * @property {{ name: string, about: string, min?: number, max?: number }} [positionals] words that are no options; none when
 *   left out, any number unless `min` (0) and `max` (unlimited) say otherwise
 *
 * @typedef {object} Option
 * @property {'string' | 'boolean'} type
 * @property {string} about what it does; the default belongs to it
 * @property {string} [value] the name of its value in `--help`: `SECONDS`
 * @property {string} [short] one letter
 * @property {string | boolean} [default]
 * @property {boolean} [multiple]
 */

const HELP = { type: 'boolean', short: 'h', about: 'prints this and does nothing' };

/** `npm start -- --detach`, but `node tools/env.mjs --help`: npm keeps what stands before `--` for itself. */
const separator = ({ usage }) => (usage.startsWith('npm') ? ' --' : '');

const written = ([name, { type, short, value }]) =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`;

/**
 * Returns what `--help` prints.
 *
 * @param {Definition} definition
 * @returns {string}
 */
export function helpText(definition) {
  const { usage, about, positionals } = definition;
  const options = Object.entries({ ...definition.options, help: HELP });
  const words = positionals ? ` [${positionals.name}]` : '';
  const rows = [
    ...(positionals ? [[positionals.name, positionals.about]] : []),
    ...options.map((option) => [written(option), option[1].about]),
  ];
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return [
    `Usage: ${usage}${separator(definition)}${words} [options]`,
    '',
    about,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`),
  ].join('\n');
}

/** The sentence of `util.parseArgs` that says what is wrong, without its advice for programmers. */
const reasonOf = (error) => error.message.split(/\. (?:To specify|This command)/)[0].replaceAll('\n', ' ');

/**
 * Reads a command's arguments.
 *
 * @param {Definition} definition
 * @param {string[]} args
 * @returns {{ help: boolean, values: Record<string, string | boolean | undefined>, positionals: string[] }}
 * @throws {UsageError} for an option the command does not have, an option without its value, or too few or many words
 */
export function readArguments(definition, args) {
  const options = Object.fromEntries(
    Object.entries({ ...definition.options, help: HELP }).map(([name, { about, value, ...option }]) => [
      name,
      option,
    ]),
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

/**
 * Reads the value of an option as a whole number.
 *
 * @param {string} name the option, for the message
 * @param {string} text
 * @param {number} [least]
 * @throws {UsageError} when it is none, or is less than `least`
 */
export function wholeNumber(name, text, least = 0) {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least))
    throw new UsageError(`--${name} must be a whole number from ${least}, not "${text}"`);
  return value;
}

import { malformed } from '@portolan/service';
import { closestName } from '@portolan/validation';
import { percentDecode, quote } from './percent-decoding';
import { readTime } from './time';

/** The twelve modifiers (resource-history-v2, Modifier matrix arguments); times in ms since the epoch. */
export interface Modifiers {
  all: boolean;
  expand: boolean;
  live: boolean;
  meta: boolean;
  pp: boolean;
  updated: boolean;
  at: number | undefined;
  since: number | undefined;
  until: number | undefined;
  /** Undefined for no limit. */
  limit: number | undefined;
  /** Lines of context, `full` for the whole document. */
  diff: number | typeof FULL_DOCUMENT | undefined;
  /** A name that is safe to write into a script. */
  callback: string | undefined;
}

/** `_diff` without a number. */
export const FULL_DOCUMENT = 'full';

const FLAGS = ['all', 'expand', 'live', 'meta', 'pp', 'updated'] as const;
const MOMENTS = ['at', 'since', 'until'] as const;

/** The names of all modifiers as they stand in addresses. */
export const MODIFIER_NAMES: readonly string[] = [...FLAGS, ...MOMENTS, 'limit', 'diff', 'callback'].map(
  (name) => `_${name}`,
);
const KNOWN: ReadonlySet<string> = new Set(MODIFIER_NAMES);

/** Values of a flag, in lower case; without one it is on. */
const FLAG_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Names with dots between them: anything else would be a script of the client's own, or none. */
const CALLBACK_NAME = /^(?=.{1,128}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/**
 * Reads the modifiers among the matrix arguments. Relative times count from the moment of the call, the same for all of them.
 *
 * @param given raw values by name with the underscore; undefined for an argument without `=`
 * @throws ServiceError (malformed) that quotes an argument that can't be read, or names the modifier closest to an unknown one
 */
export function readModifiers(given: ReadonlyMap<string, string | undefined>): Modifiers {
  const modifiers: Modifiers = {
    all: false,
    expand: false,
    live: false,
    meta: false,
    pp: false,
    updated: false,
    at: undefined,
    since: undefined,
    until: undefined,
    limit: undefined,
    diff: undefined,
    callback: undefined,
  };
  if (given.size === 0) return modifiers;
  for (const name of given.keys()) if (!KNOWN.has(name)) throw unknownModifier(name);
  for (const name of FLAGS)
    modifiers[name] = given.has(`_${name}`) && isOn(name, given.get(`_${name}`) ?? '');
  const now = Date.now();
  for (const name of MOMENTS) {
    if (given.has(`_${name}`)) modifiers[name] = moment(name, given.get(`_${name}`) ?? '', now);
  }
  const limit = given.get('_limit');
  if (limit) modifiers.limit = positive(wholeNumber('limit', limit));
  if (given.has('_diff')) modifiers.diff = contextLines(given.get('_diff'));
  const callback = percentDecode(given.get('_callback') ?? '');
  if (callback !== '') modifiers.callback = callbackName(callback);
  return modifiers;
}

const unknownModifier = (name: string): Error =>
  malformed(
    'path',
    `invalid argument: ${quote(name)} is no modifier, the closest is "${closestName(name, MODIFIER_NAMES)}"`,
  );

function isOn(name: string, raw: string): boolean {
  const on = FLAG_VALUES.get(percentDecode(raw).toLowerCase());
  if (on !== undefined) return on;
  throw malformed(
    `_${name}`,
    `invalid argument: ${quote(`_${name}=${raw}`)}, no value, 1 or true switches it on, 0 or false off`,
  );
}

function moment(name: string, raw: string, now: number): number {
  const read = readTime(percentDecode(raw), now);
  if ('millis' in read) return read.millis;
  throw malformed(`_${name}`, `invalid argument: ${quote(`_${name}=${raw}`)}, ${read.problem}`);
}

function wholeNumber(name: string, raw: string): number {
  const text = percentDecode(raw);
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) {
    throw malformed(`_${name}`, `invalid argument: ${quote(`_${name}=${raw}`)}, a whole number is required`);
  }
  return value;
}

/** Zero and less mean no limit (reference: history, Modifiers). */
const positive = (limit: number): number | undefined => (limit > 0 ? limit : undefined);

function contextLines(raw: string | undefined): number | typeof FULL_DOCUMENT {
  if (!raw) return FULL_DOCUMENT;
  const lines = wholeNumber('diff', raw);
  if (lines < 0) throw malformed('_diff', `invalid argument: ${quote(`_diff=${raw}`)}, 0 or more lines`);
  return lines;
}

function callbackName(name: string): string {
  if (CALLBACK_NAME.test(name)) return name;
  throw malformed('_callback', `invalid argument: ${quote(`_callback=${name}`)}, not a callback name`);
}

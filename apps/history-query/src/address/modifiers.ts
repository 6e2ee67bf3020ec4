import { malformed } from '@portolan/service';
import { percentDecode, quote } from './percent-decoding';

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

/** Values that switch a flag on besides none at all. */
const ON: ReadonlySet<string> = new Set(['', '1', 'true']);

/** Names with dots between them: anything else would be a script of the client's own, or none. */
const CALLBACK_NAME = /^(?=.{1,128}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/**
 * Reads the modifiers among the matrix arguments; unknown ones are ignored.
 *
 * @param given raw values by name without the underscore; undefined for an argument without `=`
 * @throws ServiceError (malformed) that quotes the argument with a value that can't be read
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
  for (const name of FLAGS) modifiers[name] = given.has(name) && ON.has(given.get(name) ?? '');
  for (const name of MOMENTS) {
    if (given.has(name)) modifiers[name] = wholeNumber(name, given.get(name) ?? '');
  }
  const limit = given.get('limit');
  if (limit) modifiers.limit = positive(wholeNumber('limit', limit));
  if (given.has('diff')) modifiers.diff = contextLines(given.get('diff'));
  const callback = percentDecode(given.get('callback') ?? '');
  if (callback !== '') modifiers.callback = callbackName(callback);
  return modifiers;
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

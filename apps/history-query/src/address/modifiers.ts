import { malformed } from '@portolan/service';
import { closestName, misspeltName, unmarkedName } from '@portolan/validation';
import { percentDecode } from './percent-decoding';
import { quote } from '../errors/quote';
import { readTime } from './read-time';

const FLAGS = ['all', 'expand', 'live', 'meta', 'pp', 'updated', 'who'] as const;
const MOMENTS = ['at', 'since', 'until'] as const;

/** The modifiers (V2-MOD-1 to V2-MOD-12, V2-WHO-1); times in ms since the epoch. */
export interface Modifiers
  extends Record<(typeof FLAGS)[number], boolean>, Record<(typeof MOMENTS)[number], number | undefined> {
  /** Undefined for no limit. */
  limit: number | undefined;
  /** Lines of context, `full` for the whole document. */
  diff: number | typeof FULL_DOCUMENT | undefined;
  /** A name that is safe to write into a script. */
  callback: string | undefined;
}

/** `_diff` without a number. */
export const FULL_DOCUMENT = 'full';

const MODIFIER_NAMES: readonly string[] = [...FLAGS, ...MOMENTS, 'limit', 'diff', 'callback'].map(
  (name) => `_${name}`,
);

/** The modifiers that a query string cannot name by accident: libraries for JSONP add `callback` to every address. */
const UNMARKED_IN_QUERY = MODIFIER_NAMES.filter((name) => name !== '_callback');

/** Values of a flag, in lower case; a flag without a value is on. */
const ON = ['', '1', 'true'];
const OFF = ['0', 'false'];

/** Dotted names: anything else could be a script of the client. */
const CALLBACK_NAME = /^(?=.{1,128}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** Addresses without modifiers; frozen, because they share it. */
const NO_MODIFIERS: Modifiers = Object.freeze({
  ...{ all: false, expand: false, live: false, meta: false, pp: false, updated: false },
  ...{ who: false },
  ...{ at: undefined, since: undefined, until: undefined },
  ...{ limit: undefined, diff: undefined, callback: undefined },
});

/** Reads the modifiers among the matrix arguments, by name with the underscore; ages count from the moment of the call. @throws ServiceError */
export function readModifiers(given: ReadonlyMap<string, string | undefined>): Modifiers {
  if (given.size === 0) return NO_MODIFIERS;
  for (const name of given.keys()) if (!MODIFIER_NAMES.includes(name)) throw unknownModifier(name);
  const modifiers = { ...NO_MODIFIERS };
  for (const name of FLAGS)
    if (given.has(`_${name}`)) modifiers[name] = isOn(name, given.get(`_${name}`) ?? '');
  const now = Date.now();
  for (const name of MOMENTS)
    if (given.has(`_${name}`)) modifiers[name] = moment(name, given.get(`_${name}`) ?? '', now);
  const limit = given.get('_limit');
  if (limit) modifiers.limit = positive(wholeNumber('limit', limit));
  if (given.has('_diff')) modifiers.diff = contextLines(given.get('_diff'));
  const callback = percentDecode(given.get('_callback') ?? '');
  if (callback !== '') modifiers.callback = callbackName(callback);
  if (modifiers.who && modifiers.diff !== undefined) throw contradiction('who', 'diff');
  // Events are part of the metadata record.
  modifiers.meta ||= modifiers.who;
  return modifiers;
}

/**
 * Refuses modifiers in the query string, where they would have no effect, also misspelt ones (`?_limitt=5`) and those without underscore
 * (`?limit=5`): a parameter never selects anything. Others are ignored (`?_=5`). @throws ServiceError (malformed)
 */
export function refuseQueryModifiers(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  // Finds parameters in URL syntax, and matrix arguments after a stray question mark.
  const given = new URLSearchParams(url.slice(start + 1).replaceAll(';', '&'));
  for (const name of given.keys()) {
    const meant = name.startsWith('_')
      ? misspeltName(name, MODIFIER_NAMES)
      : unmarkedName(name, UNMARKED_IN_QUERY);
    if (meant === undefined) continue;
    throw malformed(
      name,
      `invalid argument: ${quote(name)} in the query string, modifiers follow the path and are separated by ";" (…;${meant})`,
    );
  }
}

const unknownModifier = (name: string): Error =>
  malformed(
    'path',
    `invalid argument: ${quote(name)} is not a modifier, the closest is "${closestName(name, MODIFIER_NAMES)}"`,
  );

const contradiction = (one: string, other: string): Error =>
  malformed(`_${one}`, `invalid argument: "_${one}" and "_${other}" exclude each other`);

const invalid = (name: string, raw: string, expected: string): Error =>
  malformed(`_${name}`, `invalid argument: ${quote(`_${name}=${raw}`)}, ${expected}`);

function isOn(name: string, raw: string): boolean {
  const value = percentDecode(raw).toLowerCase();
  if (ON.includes(value)) return true;
  if (OFF.includes(value)) return false;
  throw invalid(name, raw, 'expected no value, 1 or true for on, 0 or false for off');
}

function moment(name: string, raw: string, now: number): number {
  const read = readTime(percentDecode(raw), now);
  if ('millis' in read) return read.millis;
  throw invalid(name, raw, read.problem);
}

function wholeNumber(name: string, raw: string): number {
  const text = percentDecode(raw);
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw invalid(name, raw, `a whole number up to ${Number.MAX_SAFE_INTEGER} is required`);
}

/** Zero and less mean no limit (V2-MOD-6). */
const positive = (limit: number): number | undefined => (limit > 0 ? limit : undefined);

function contextLines(raw: string | undefined): number | typeof FULL_DOCUMENT {
  if (!raw) return FULL_DOCUMENT;
  const lines = wholeNumber('diff', raw);
  if (lines < 0) throw invalid('diff', raw, '0 or more lines are required');
  return lines;
}

function callbackName(name: string): string {
  if (CALLBACK_NAME.test(name)) return name;
  throw invalid('callback', name, 'a JavaScript name such as show or page.show is required');
}

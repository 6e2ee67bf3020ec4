import type { Principal } from '../identity/principal';
import { mayChange } from './ownership';

const COVER = '***';

/** Scheme and slashes as URL parsers read them: with blanks before, line breaks within, and one slash, none or backslashes. */
const SCHEME = /^[\0-\x20]*([a-z][a-z0-9+.\t\r\n-]*):[/\\\t\r\n]*/i;

/** After an optional user info: an address in brackets, an IPv4 address or `localhost`, with or without a port, or a name with a dot. */
const CERTAIN_HOST =
  /^([^/?#]*@)?((\[[^\]/?#@]*\]|\d+(\.\d+){3}|localhost)(:\d+)?|[\w-]+(\.[\w-]+)+)(?=[/?#\\]|$)/i;

/** A bucket never has a port, and its user info never lacks a colon. */
const CERTAIN_BUCKET = /^([^/?#]*@)?[^/?#:@]*(?=[/?#]|$)/;

/**
 * Returns an address with another text for its user and password, the `@` included. Works for unparsable addresses, too.
 *
 * A secret with an unescaped `/`, `?` or `#` ends the authority early: `https://user:12/34@host` parses as the host `user` with port 12.
 * So everything before the last `@` counts as user and password, unless the authority is certain to be complete.
 */
export function replaceUserInfo(address: string, replacement: string): string {
  const [start, scheme = ''] = SCHEME.exec(address) ?? [];
  if (start === undefined || /^file$/i.test(scheme)) return address;
  const rest = address.slice(start.length);
  const isComplete = (/^s3[an]?$/i.test(scheme) ? CERTAIN_BUCKET : CERTAIN_HOST).test(rest);
  const end = (isComplete ? (/^[^/?#]*/.exec(rest)?.[0] ?? '') : rest).lastIndexOf('@');
  return end < 0 ? address : start + replacement + rest.slice(end + 1);
}

/** Reports whether an address contains a user or a password, or a text that may be one. */
export const hasUserInfo = (address: string): boolean => replaceUserInfo(address, '@') !== address;

/** A parameter of a path segment, such as `;jsessionid=…`. */
const PATH_PARAMETER = /(;[^=/;]*=)[^/;]+/g;

/** Returns a location with `***` for user, password, values of path parameters and query, which may be credentials. */
export function maskAddress(location: string): string {
  const shown = replaceUserInfo(location, `${COVER}@`);
  if (!SCHEME.test(shown)) return shown;
  return shown
    .replace(/^[^?#]*/, (path) => path.replace(PATH_PARAMETER, `$1${COVER}`))
    .replace(/^([^?#]*\?)[^#]+/, `$1${COVER}`);
}

/** Returns the origin of an address, with `***` for the rest: paths of webhooks are often secret, too. */
export const maskWebhook = (url: string): string =>
  URL.canParse(url) && new URL(url).pathname + new URL(url).search !== '/'
    ? `${new URL(url).origin}/${COVER}`
    : url;

/** Returns a location of an owner's file as a client may see it: only the owner and admins see credentials. */
export const locationFor = (caller: Principal | undefined, owner: string, location: string): string =>
  mayChange(caller, owner) ? location : maskAddress(location);

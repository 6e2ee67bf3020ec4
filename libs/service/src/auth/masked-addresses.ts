import type { Principal } from '../identity/principal';
import { mayChange } from './ownership';

const COVER = '***';

/** Everything before the last `@` of an authority. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/**
 * A password with an unescaped `/`, `?` or `#`, as secret keys have it: before it stands a colon that no port follows. In an address
 * of an object store a colon never stands before a port.
 */
const PASSWORD_BEYOND_AUTHORITY =
  /^(s3[an]?:\/\/(?=[^/?#]*:)|[a-z][a-z0-9+.-]*:\/\/(?=[^[/?#:]*:(?!\d+[/?#]))).*@/is;

/** Returns an address with another text for its user and password, the `@` included. Works for unparsable addresses, too. */
export const replaceUserInfo = (address: string, replacement: string): string =>
  address.replace(USER_INFO.test(address) ? USER_INFO : PASSWORD_BEYOND_AUTHORITY, `$1${replacement}`);

/** Returns a location with `***` for user, password and query, which may be credentials. */
export const maskAddress = (location: string): string =>
  replaceUserInfo(location, `${COVER}@`).replace(/^([a-z][a-z0-9+.-]*:[^?#]*\?)[^#]+/i, `$1${COVER}`);

/** Returns the origin of an address, with `***` for the rest: paths of webhooks are often secret, too. */
export const maskWebhook = (url: string): string =>
  URL.canParse(url) && new URL(url).pathname + new URL(url).search !== '/'
    ? `${new URL(url).origin}/${COVER}`
    : url;

/** Returns a location of an owner's file as a client may see it: only the owner and admins see credentials. */
export const locationFor = (caller: Principal | undefined, owner: string, location: string): string =>
  mayChange(caller, owner) ? location : maskAddress(location);

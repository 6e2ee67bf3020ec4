import type { Principal } from '../identity/principal';
import { mayChange } from './ownership';

const COVER = '***';

/** Returns a location with `***` for user, password and query, which may be credentials. */
export const maskAddress = (location: string): string =>
  location
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${COVER}@`)
    .replace(/^([a-z][a-z0-9+.-]*:[^?#]*\?)[^#]+/i, `$1${COVER}`);

/** Returns the origin of an address, with `***` for the rest: paths of webhooks are often secret, too. */
export const maskWebhook = (url: string): string =>
  URL.canParse(url) && new URL(url).pathname + new URL(url).search !== '/'
    ? `${new URL(url).origin}/${COVER}`
    : url;

/** Returns a location of an owner's file as a client may see it: only the owner and admins see credentials. */
export const locationFor = (caller: Principal | undefined, owner: string, location: string): string =>
  mayChange(caller, owner) ? location : maskAddress(location);

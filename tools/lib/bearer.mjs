/** The token that the tools send to the services. */
import process from 'node:process';
import { runningIssuer, tokenFor } from './dev-issuer.mjs';

/**
 * Returns the token that programs send to the running system, as an environment variable: `PORTOLAN_TOKEN` as the user sets it,
 * else one of an admin when the development issuer runs, else none.
 */
export function tokenEnvironment() {
  const token = process.env.PORTOLAN_TOKEN || (runningIssuer() ? tokenFor('admin') : '');
  return token ? { PORTOLAN_TOKEN: token } : {};
}

/** Returns the header that shows a token; none without one. */
export const bearer = (token) => (token ? { authorization: `Bearer ${token}` } : {});

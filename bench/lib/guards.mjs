/** The guards of production, which every case has: tokens of an issuer, and limits of requests that are counted in Redis. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { load } from '../../tools/lib/packages.mjs';
import { LOOPBACK, urlOf } from '../../tools/lib/settings.mjs';

const AUDIENCE = 'portolan';
/** A limit that no benchmark exceeds; every request is counted. */
const LIMIT = '10000000';

let headers = {};

/** The headers with which the bench authenticates as an admin; none before {@link startIssuer}. */
export const credentials = () => headers;

/** The bytes of a GET request of HTTP/1.1 with {@link credentials}. */
export const requestHead = (path, host) =>
  [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: ${headers.authorization}`, '', ''].join('\r\n');

/**
 * Starts the issuer of the run's token.
 * @returns {Promise<{services: Record<string, string>, baselines: Record<string, string>}>} the settings of guarded services and baselines
 */
export async function startIssuer() {
  const { SignJWT, exportJWK, generateKeyPair } = load('jose');
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }] });
  const server = createServer((_request, response) => response.end(keys))
    .listen(0, LOOPBACK)
    .unref();
  await once(server, 'listening');
  const issuer = urlOf(server.address().port);
  const token = await new SignJWT({ roles: ['admin'] })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject('bench')
    .setExpirationTime('1d')
    .sign(privateKey);
  headers = { authorization: `Bearer ${token}` };
  const baselines = { AUTH_ISSUER: issuer, AUTH_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: `${issuer}/jwks` };
  const limits = { RATE_LIMIT_READS_PER_MINUTE: LIMIT, RATE_LIMIT_WRITES_PER_MINUTE: LIMIT };
  return { services: { ...baselines, ...limits, AUTH_MODE: 'oauth2' }, baselines };
}

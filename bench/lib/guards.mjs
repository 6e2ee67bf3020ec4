/** The guards of production: tokens of an issuer, and limits of requests that are counted in Redis. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { load } from '../../tools/lib/packages.mjs';
import { LOOPBACK, urlOf } from '../../tools/lib/settings.mjs';

const AUDIENCE = 'portolan';
/** No request of a benchmark exceeds it, but every one is counted. */
const LIMIT = '10000000';

const issued = new WeakMap();

/**
 * Starts an issuer, once in a run of the bench.
 * @returns {Promise<{env: Record<string, string>, bareEnv: Record<string, string>, headers: Record<string, string>}>} settings of a
 *   guarded service, of a guarded baseline, and the headers of an admin's requests
 */
export function guards(bench) {
  const known = issued.get(bench) ?? startIssuer(bench);
  issued.set(bench, known);
  return known;
}

async function startIssuer(bench) {
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
  const tokens = { AUTH_ISSUER: issuer, AUTH_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: `${issuer}/jwks` };
  return {
    env: {
      ...tokens,
      AUTH_MODE: 'oauth2',
      RATE_LIMIT_READS_PER_MINUTE: LIMIT,
      RATE_LIMIT_WRITES_PER_MINUTE: LIMIT,
    },
    bareEnv: { ...tokens, REDIS_URL: bench.redisUrl, QUEUE_PREFIX: bench.queuePrefix },
    headers: { authorization: `Bearer ${token}` },
  };
}

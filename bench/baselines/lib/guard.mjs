/** The least code that guards a bare server as production guards a service. */
import process from 'node:process';
import { load } from '../../../tools/lib/packages.mjs';

const { AUTH_ISSUER, AUTH_AUDIENCE, AUTH_JWKS_URL, REDIS_URL, QUEUE_PREFIX } = process.env;

/**
 * Connects to the issuer and to Redis.
 * @returns {(authorization: string | undefined) => Promise<void>} verifies each token once and counts each request of its client in
 *   Redis; rejects for an invalid token
 */
export function createGuard() {
  const { createRemoteJWKSet, jwtVerify } = load('jose');
  const keys = createRemoteJWKSet(new URL(AUTH_JWKS_URL));
  const redis = new (load('ioredis').Redis)(REDIS_URL);
  const known = new Map();

  const clientOf = async (token) => {
    const before = known.get(token);
    if (before && before.exp * 1000 > Date.now()) return before.sub;
    const { payload } = await jwtVerify(token, keys, { issuer: AUTH_ISSUER, audience: AUTH_AUDIENCE });
    known.set(token, payload);
    return payload.sub;
  };
  return async (authorization) => {
    const client = await clientOf(authorization?.slice('Bearer '.length));
    const key = `${QUEUE_PREFIX}:bare:${client}`;
    if ((await redis.incr(key)) === 1) await redis.expire(key, 60);
  };
}

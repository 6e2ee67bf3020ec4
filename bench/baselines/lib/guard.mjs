/** The least code that guards a bare Fastify server as production guards a service. */
import process from 'node:process';
import { load } from '../../../tools/lib/packages.mjs';

const { AUTH_ISSUER, AUTH_AUDIENCE, AUTH_JWKS_URL, REDIS_URL, QUEUE_PREFIX } = process.env;

/** Verifies each token once and counts each request of its client in Redis; does nothing without `AUTH_JWKS_URL`. */
export function guard(fastify) {
  if (!AUTH_JWKS_URL) return;
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
  fastify.addHook('onRequest', async (request) => {
    if (request.url === '/ready') return;
    const client = await clientOf(request.headers.authorization?.slice('Bearer '.length));
    const key = `${QUEUE_PREFIX}:bare:${client}`;
    if ((await redis.incr(key)) === 1) await redis.expire(key, 60);
  });
  fastify.addHook('onClose', () => redis.disconnect());
}

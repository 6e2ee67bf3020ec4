/** Redis for tools: checking that it responds, and removing keys. Needs the installed packages. */
import { Failure } from './console.mjs';
import { withoutPassword } from './databases.mjs';
import { load } from './packages.mjs';

/** Runs `work` with a connection to Redis; fails with the reason and without the password. */
async function withRedis(url, work) {
  const Redis = load('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  let reason;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw new Failure(`no connection to Redis at ${withoutPassword(url)}: ${(reason ?? error).message}`);
  } finally {
    redis.disconnect();
  }
}

export const checkRedis = (url) => withRedis(url, (redis) => redis.ping());

/** Removes all keys; only for a Redis that this checkout alone uses. */
export const emptyRedis = (url) => withRedis(url, (redis) => redis.flushall());

export const removeKeys = (url, prefix) =>
  withRedis(url, async (redis) => {
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000);
      if (keys.length > 0) await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== '0');
  });

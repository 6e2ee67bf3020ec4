import { senderOptions, type RedisTarget } from '@portolan/messaging';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

const MINUTE_US = 60_000_000;
/** After Redis did not answer it is left alone for so long, ms: only one request in a while waits for it. */
const REST_MS = 250;
/** Clients that are remembered to be over their limit, so that a flood of theirs costs no more than a look. */
const REMEMBERED = 10_000;

/**
 * The generic cell rate algorithm: one number for a client, the time at which all that it has sent will have been paid
 * for at its rate. A client may send its whole limit at once, and then as fast as the limit says.
 *
 * KEYS[1] of the client; ARGV[1] µs that one request takes of its minute, ARGV[2] µs that may be owed.
 * Answers 0, or the µs until the next request passes. The clock is Redis', for replicas have their own.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local paid = tonumber(redis.call('GET', KEYS[1]) or now)
if paid < now then paid = now end
local owed = paid + ARGV[1]
local wait = owed - ARGV[2] - now
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.0f', owed), 'PX', math.ceil((owed - now) / 1000))
return 0`;

interface RateRedis extends Redis {
  take(key: string, cost: number, burst: number): Promise<number>;
}

/** What a limiter answers: whether the request may pass, and how long until the next may, ms. */
export interface Verdict {
  /** Undefined when Redis could not be asked: the request passes. */
  allowed: boolean | undefined;
  waitMs: number;
}

const PASSED: Verdict = Object.freeze({ allowed: true, waitMs: 0 });
const UNKNOWN: Verdict = Object.freeze({ allowed: undefined, waitMs: 0 });

/** Counts the requests of clients over all replicas that share a Redis and a prefix. */
export class RateLimiter {
  private readonly redis: RateRedis;
  private restUntil = 0;
  private readonly refused = new LRUCache<string, number>({ max: REMEMBERED });

  /** @param timeoutMs how long Redis may take to answer; a request that is not judged by then passes */
  constructor(
    target: RedisTarget,
    private readonly prefix: string,
    timeoutMs: number,
    onError: (error: Error) => void,
  ) {
    this.redis = new Redis({ ...senderOptions(target), commandTimeout: timeoutMs }) as RateRedis;
    this.redis.on('error', onError);
    this.redis.defineCommand('take', { numberOfKeys: 1, lua: TAKE });
  }

  /** Takes one request of a client's limit. Never throws. */
  async take(client: string, perMinute: number): Promise<Verdict> {
    const now = performance.now();
    const until = this.refused.get(client);
    if (until !== undefined && until > now) return { allowed: false, waitMs: until - now };
    if (now < this.restUntil) return UNKNOWN;
    try {
      const wait = await this.redis.take(`${this.prefix}:${client}`, MINUTE_US / perMinute, MINUTE_US);
      if (wait === 0) return PASSED;
      const waitMs = wait / 1000;
      this.refused.set(client, now + waitMs);
      return { allowed: false, waitMs };
    } catch {
      this.restUntil = performance.now() + REST_MS;
      return UNKNOWN;
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}

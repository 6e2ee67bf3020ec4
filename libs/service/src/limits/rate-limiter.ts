import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { senderOptions, type RedisTarget } from '@portolan/messaging';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import ipaddr from 'ipaddr.js';
import type { Principal } from '../identity/principal';

const MINUTE_US = 60_000_000;
/** Pause in the use of Redis after a missing response, ms: only one request in this time waits for it. */
const REST_MS = 250;
/** Number of remembered clients over their limit, so that a flood of theirs needs no call to Redis. */
const REMEMBERED = 10_000;

/**
 * The generic cell rate algorithm: one number per client, its theoretical arrival time. KEYS[1]: key of the client; ARGV[1]:
 * emission interval, µs; ARGV[2]: burst tolerance, µs. Returns 0, or the µs until the next request passes. Uses the clock of
 * Redis, because the clocks of replicas differ.
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

/** The decision of a limiter: whether the request may pass, and the time until the next may, ms. */
export interface Verdict {
  /** Undefined when Redis did not respond: the request passes. */
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

  /** @param timeoutMs time limit of Redis; a request without a decision by then passes */
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

  /** Counts one request against a client's limit. Never throws. */
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

/** Longer names are replaced by their digest. */
const MAX_NAME = 64;
/** Groups of an IPv6 address that identify a network: a client usually has all addresses of one. */
const NETWORK_GROUPS = 4;

/** Returns the client that a request counts for: its name, or its address when it has none. */
export function clientKey(principal: Principal | undefined, address: string): string {
  if (principal && principal.subject !== '') return `s:${principal.via}:${shortened(principal.subject)}`;
  return `a:${networkOf(address)}`;
}

const shortened = (name: string): string =>
  name.length > MAX_NAME ? createHash('sha256').update(name).digest('hex') : name;

/** Returns an IPv4 address unchanged, also when it is written as an IPv6 one; for an IPv6 address its /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

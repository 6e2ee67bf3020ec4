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
 * emission interval, µs; ARGV[2]: burst tolerance, µs; ARGV[3]: number of requests. Returns how many of them pass, and the µs until
 * the next one passes. Uses the clock of Redis, because the clocks of replicas differ.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local paid = tonumber(redis.call('GET', KEYS[1]) or now)
if paid < now then paid = now end
local room = math.floor((now + ARGV[2] - paid) / ARGV[1] + 0.000001)
local passed = math.max(0, math.min(room, tonumber(ARGV[3])))
if passed > 0 then
  paid = paid + passed * ARGV[1]
  redis.call('SET', KEYS[1], string.format('%.0f', paid), 'PX', math.ceil((paid - now) / 1000))
end
return {passed, math.ceil(paid + ARGV[1] - ARGV[2] - now)}`;

interface RateRedis extends Redis {
  take(key: string, cost: number, burst: number, asked: number): Promise<[passed: number, waitUs: number]>;
}

/** The decision of a limiter: whether the request may pass, and the time until the next may, ms. */
export interface Verdict {
  /** Undefined when Redis did not respond: the request passes. */
  allowed: boolean | undefined;
  waitMs: number;
}

const PASSED: Verdict = Object.freeze({ allowed: true, waitMs: 0 });
const UNKNOWN: Verdict = Object.freeze({ allowed: undefined, waitMs: 0 });

type Settle = (verdict: Verdict) => void;

/** Counts the requests of clients over all replicas that share a Redis and a prefix. */
export class RateLimiter {
  private readonly redis: RateRedis;
  private restUntil = 0;
  private readonly refused = new LRUCache<string, number>({ max: REMEMBERED });
  /** The requests of this turn of the event loop, by client. */
  private readonly asking = new Map<string, Settle[]>();

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

  /**
   * Counts one request against a client's limit; those that come in one turn of the event loop share a call to Redis. Never throws.
   * @param client of one limit only
   */
  take(client: string, perMinute: number): Promise<Verdict> | Verdict {
    const now = performance.now();
    const until = this.refused.get(client);
    if (until !== undefined && until > now) return { allowed: false, waitMs: until - now };
    if (now < this.restUntil) return UNKNOWN;
    return new Promise((settle) => {
      const others = this.asking.get(client);
      if (others) others.push(settle);
      else this.askSoon(client, perMinute, [settle]);
    });
  }

  private askSoon(client: string, perMinute: number, all: Settle[]): void {
    this.asking.set(client, all);
    // Runs when all sockets that were readable have been read.
    setImmediate(() => {
      this.asking.delete(client);
      void this.takeAll(client, perMinute, all);
    });
  }

  private async takeAll(client: string, perMinute: number, all: readonly Settle[]): Promise<void> {
    const key = `${this.prefix}:${client}`;
    try {
      const [passed, waitUs] = await this.redis.take(key, MINUTE_US / perMinute, MINUTE_US, all.length);
      const refusal: Verdict = { allowed: false, waitMs: waitUs / 1000 };
      if (passed < all.length) this.refused.set(client, performance.now() + refusal.waitMs);
      all.forEach((settle, index) => settle(index < passed ? PASSED : refusal));
    } catch {
      this.restUntil = performance.now() + REST_MS;
      all.forEach((settle) => settle(UNKNOWN));
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

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import { Via, principalOf, type Principal } from '../identity/principal';
import { redisTarget } from '../config/load-config';
import type { ServiceConfig } from '../config/service-config';
import type { ServiceLogger } from '../logging/logger';
import { ErrorKind, ServiceError } from '../errors/service-error';
import type { Metrics } from '../metrics/metrics';
import { RateLimiter, clientKey } from './rate-limiter';
import { clientAddress, trustedProxies, type IsProxy } from '../requests/forwarded';

/** Addresses without a limit: the platform, or the system itself, calls them. */
const FREE = /^\/(?:health|metrics|internal)(?:\/|$)/;
/** Principals of the system's own processes, which are not limited. */
const OWN: ReadonlySet<string> = new Set([Via.Internal, Via.Service, Via.Launch]);
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits the request rate of clients over all replicas (docs/security.md); while Redis is unavailable requests pass, counted.
 * Must be called after the hook of access control, which identifies the client.
 */
export function limitRates(
  fastify: FastifyInstance,
  { name, reports = [] }: { name: string; reports?: readonly string[] },
  config: ServiceConfig,
  metrics: Metrics,
  logger: ServiceLogger,
  upgrades: UpgradeRates,
): void {
  const limits = { reads: config.RATE_LIMIT_READS_PER_MINUTE, writes: config.RATE_LIMIT_WRITES_PER_MINUTE };
  if (limits.reads === 0 && limits.writes === 0) return;
  const limiter = new RateLimiter(
    redisTarget(config),
    `${config.QUEUE_PREFIX}:rate:${name}`,
    config.RATE_LIMIT_REDIS_TIMEOUT_MS,
    (error) => logger.warn({ err: error }, 'rate limits are not enforced: Redis is unavailable'),
  );
  const counters = {
    refused: metrics.counter(
      'rate_limit_refused_total',
      'Requests that were over the limit of their client',
      ['kind'],
    ),
    unchecked: metrics.counter(
      'rate_limit_unchecked_total',
      'Requests that passed because Redis did not answer in time',
    ),
  };
  const take = (kind: 'reads' | 'writes', principal: Principal | undefined, address: string) =>
    judge({ kind, principal, address }, limiter, limits[kind], counters);
  const unlimited = new Set(reports);
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isFree(request, unlimited)) return done();
    const kind = READING.has(request.method) ? 'reads' : 'writes';
    take(kind, principalOf(request), request.ip).then(done, done);
  });
  if (limits.reads > 0) upgrades.limitBy((principal, address) => take('reads', principal, address));
  fastify.addHook('onClose', (_instance, done) => {
    limiter.close();
    done();
  });
}

function isFree(request: FastifyRequest, reports: ReadonlySet<string>): boolean {
  const route = request.routeOptions.url;
  return route !== undefined && (FREE.test(route) || reports.has(route));
}

/** @returns the refusal, undefined when the request may pass */
async function judge(
  { kind, principal, address }: { kind: string; principal: Principal | undefined; address: string },
  limiter: RateLimiter,
  limit: number,
  counters: { refused: Counter; unchecked: Counter },
): Promise<ServiceError | undefined> {
  if (limit === 0 || (principal && OWN.has(principal.via))) return undefined;
  const client = clientKey(principal, address);
  const { allowed, waitMs } = await limiter.take(`${kind}:${client}`, limit);
  if (allowed === undefined) counters.unchecked.inc();
  if (allowed !== false) return undefined;
  counters.refused.inc({ kind });
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `no more than ${limit} ${kind} a minute, try again in ${seconds} s`;
  return new ServiceError(ErrorKind.TooMany, message, { headers: { 'Retry-After': String(seconds) } });
}

/** Counts one read against a client's limit. @returns the refusal, undefined when the read may pass */
export type TakeRead = (principal: Principal | undefined, address: string) => Promise<Error | undefined>;

/** Limits the rate at which clients open websockets: no hook of the framework sees an upgrade. */
export class UpgradeRates {
  private readonly isProxy: IsProxy;
  private takeRead: TakeRead | undefined;

  constructor(config: { TRUSTED_PROXIES: readonly string[] }) {
    this.isProxy = trustedProxies(config.TRUSTED_PROXIES);
  }

  /** Unset: no limits. */
  limitBy(takeRead: TakeRead): void {
    this.takeRead = takeRead;
  }

  /** @returns the refusal, undefined (at once without limits) when the request may pass */
  refusal(
    request: IncomingMessage,
    principal: Principal | undefined,
  ): Promise<Error | undefined> | undefined {
    return this.takeRead?.(principal, clientAddress(request, this.isProxy));
  }
}

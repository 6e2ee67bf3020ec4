import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import { Via, principalOf, type Principal } from '../auth/principal';
import { redisTarget } from '../config/targets';
import type { ServiceConfig } from '../config/service-config';
import type { ServiceLogger } from '../logging/logger';
import { ErrorKind, ServiceError } from '../errors/service-error';
import type { Metrics } from '../metrics/metrics';
import { clientKey } from './client-key';
import { RateLimiter } from './rate-limiter';
import type { UpgradeRates } from './upgrade-rates';

/** Addresses that are never limited: they are asked by the platform, or by the system itself. */
const FREE = /^\/(?:health|metrics|internal)(?:\/|$)/;
/** The system's own processes, whose number and pace are the system's own doing. */
const OWN: ReadonlySet<string> = new Set([Via.Internal, Via.Service, Via.Launch]);
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Limits of the two kinds of requests, per client and minute; 0: none. */
interface Limits {
  reads: number;
  writes: number;
}

/** What of a service its limits depend on. */
interface LimitedService {
  /** Each service counts for itself. */
  name: string;
  /** Routes that launched processes report to, as Fastify takes them. */
  reports?: readonly string[];
}

/**
 * Limits how many requests a client sends, over all replicas (docs/security.md). Without a limit nothing is added to the
 * way of a request. While Redis is away requests pass, and are counted.
 *
 * To be called after the gatekeeper's hook, which finds out who calls.
 */
export function limitRates(
  fastify: FastifyInstance,
  { name, reports = [] }: LimitedService,
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
    (error) => logger.warn({ err: error }, 'rates can not be limited now'),
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
  const take = (kind: keyof Limits, principal: Principal | undefined, address: string) =>
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
  { kind, principal, address }: { kind: keyof Limits; principal: Principal | undefined; address: string },
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
  return new ServiceError(
    ErrorKind.TooMany,
    `no more than ${limit} ${kind} a minute, try again in ${seconds} s`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}

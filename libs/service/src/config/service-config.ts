import { AuthConfig } from './auth-config';
import {
  ChoiceSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  RedisUrlSetting,
  SecretSetting,
  ShareSetting,
  TextSetting,
  UrlSetting,
} from './settings';
import { OUTBOUND_SYNTAX, OutboundMode, parseOutboundEntry } from '../outbound/outbound-rules';
import { HOST_SYNTAX, isHostEntry } from '../requests/allowed-hosts';

/** Limits for clients, and the addresses that the process calls on their behalf (docs/security.md). */
export class LimitsConfig extends AuthConfig {
  /** Limit of reads (GET, HEAD) per client and minute, over all replicas; 0: no limit. */
  @NumberSetting({ max: 10_000_000 }) RATE_LIMIT_READS_PER_MINUTE = 0;
  /** Limit of writes per client and minute, over all replicas; 0: no limit. */
  @NumberSetting({ max: 10_000_000 }) RATE_LIMIT_WRITES_PER_MINUTE = 0;
  /** Time limit for Redis to judge a rate, ms; after that the request passes. */
  @DurationSetting() RATE_LIMIT_REDIS_TIMEOUT_MS = 50;

  /** Time limit for receiving the headers of a request, ms. */
  @DurationSetting() HEADERS_TIMEOUT_MS = 15_000;
  /** Time limit for receiving a whole request with body and attachments, ms. */
  @DurationSetting() REQUEST_TIMEOUT_MS = 600_000;
  /** Time that a connection stays open between two requests, ms. */
  @DurationSetting() KEEP_ALIVE_MS = 72_000;

  /** Addresses that clients may make this process call: `open`: all but local ones; `listed`: only OUTBOUND_ALLOWED. */
  @ChoiceSetting(Object.values(OutboundMode)) OUTBOUND: OutboundMode = OutboundMode.Open;
  /**
   * Local addresses that clients may make this process call or read (docs/security.md). Each entry is checked: a typing error
   * must not silently allow less, or more.
   */
  @ListSetting({ isEntry: (entry) => parseOutboundEntry(entry) !== undefined, syntax: OUTBOUND_SYNTAX })
  OUTBOUND_ALLOWED: string[] = [];
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const ROOT_SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
/** Names of samplers in OpenTelemetry. */
export const TRACE_SAMPLERS = [
  ...ROOT_SAMPLERS,
  ...ROOT_SAMPLERS.map((name) => `parentbased_${name}` as const),
] as const;
export type TraceSampler = (typeof TRACE_SAMPLERS)[number];

/** Settings of every service, extended by its own class; docs/configuration.md lists them all. */
export class ServiceConfig extends LimitsConfig {
  /** Port to listen on; 0 takes a free one. */
  @NumberSetting({ max: 65_535 }) PORT = 0;
  /** Address to listen on. */
  @TextSetting() HOST = '0.0.0.0';
  /** Base address of the service for clients. Unset: taken from each request. */
  @UrlSetting(['http', 'https'], { optional: true }) PUBLIC_URL?: string;
  /** Base address of this service for nodes and sibling services. Unset: 127.0.0.1 and the port. */
  @UrlSetting(['http', 'https'], { optional: true }) INTERNAL_URL?: string;

  /** Address of Redis, `redis://host:port` or `redis+sentinel://host,host/master`; with `rediss` over TLS. */
  @RedisUrlSetting() REDIS_URL!: string;
  /** Password of Redis; overrides that in `REDIS_URL`. */
  @TextSetting({ optional: true }) REDIS_PASSWORD?: string;
  /** Password of the sentinels. Unset: none. */
  @TextSetting({ optional: true }) REDIS_SENTINEL_PASSWORD?: string;
  /** File with the authority (PEM) of Redis' certificates. Unset: those that Node.js trusts. */
  @TextSetting({ optional: true }) REDIS_CA_FILE?: string;
  /** File with the client certificate (PEM) that Redis requires. Unset: none. */
  @TextSetting({ optional: true }) REDIS_CERT_FILE?: string;
  /** File with the key (PEM) of `REDIS_CERT_FILE`. */
  @TextSetting({ optional: true }) REDIS_KEY_FILE?: string;

  /** Prefix of all BullMQ keys and signals, common to all processes of one installation. */
  @TextSetting() QUEUE_PREFIX = 'portolan';

  /** Minimum level of log lines. */
  @ChoiceSetting(LOG_LEVELS) LOG_LEVEL: LogLevel = 'info';

  /** Shared secret of the `/internal` addresses, at least 16 characters. */
  @SecretSetting({ minLength: 16 }) INTERNAL_TOKEN!: string;
  /** Another accepted internal token, for rotations (docs/operations.md); never used for sending or signing. */
  @SecretSetting({ minLength: 16, optional: true }) INTERNAL_TOKEN_PREVIOUS?: string;

  /** Addresses or CIDR ranges of proxies whose `Forwarded`/`X-Forwarded-*` headers are trusted. */
  @ListSetting() TRUSTED_PROXIES: string[] = [];
  /** Origins that browsers may call from; `*` allows all. */
  @ListSetting() CORS_ORIGINS: string[] = [];
  /** Host names accepted while `AUTH_MODE` is off, besides loopback and our own addresses: `name`, `.suffix`, `*`. */
  @ListSetting({ isEntry: isHostEntry, syntax: HOST_SYNTAX }) ALLOWED_HOSTS: string[] = [];

  /** Time limit of the readiness checks of database and Redis, ms. */
  @DurationSetting() HEALTH_TIMEOUT_MS = 1000;
  /** Time to keep serving after SIGTERM while load balancers take note, ms. */
  @NumberSetting({ max: 600_000 }) SHUTDOWN_DELAY_MS = 0;

  /** Collector of traces, over OTLP/HTTP: `http://host:4318`. Unset: no traces. */
  @UrlSetting(['http', 'https'], { optional: true }) OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  /** Headers for the collector, `name=value`. */
  @TextSetting({ optional: true }) OTEL_EXPORTER_OTLP_HEADERS?: string;
  /** Name of the service in traces. Unset: its usual name. */
  @TextSetting({ optional: true }) OTEL_SERVICE_NAME?: string;
  /** Additional resource attributes in traces, `name=value`: `deployment.environment.name=production`. */
  @TextSetting({ optional: true }) OTEL_RESOURCE_ATTRIBUTES?: string;
  /** Sampler of traces. `parentbased_…`: follows the caller's decision, and the rest of the name without one. */
  @ChoiceSetting(TRACE_SAMPLERS) OTEL_TRACES_SAMPLER: TraceSampler = 'parentbased_always_on';
  /** With `traceidratio`: the share of sampled traces, 0 to 1. */
  @ShareSetting() OTEL_TRACES_SAMPLER_ARG = 1;
}

/** Returns the internal tokens that are accepted, the one that is sent first. */
export const internalTokens = (
  config: Pick<ServiceConfig, 'INTERNAL_TOKEN' | 'INTERNAL_TOKEN_PREVIOUS'>,
): [string, ...string[]] => [config.INTERNAL_TOKEN, ...[config.INTERNAL_TOKEN_PREVIOUS ?? []].flat()];

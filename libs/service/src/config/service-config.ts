import { HostEntries } from '../http/cross-site/host-setting';
import { LimitsConfig } from '../limits/limits-config';
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

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names of samplers, as OpenTelemetry has them. */
export const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type TraceSampler = (typeof TRACE_SAMPLERS)[number];

/**
 * What every service reads (design §6). A service's own class extends it and adds its fields;
 * docs/configuration.md lists them all.
 */
export class ServiceConfig extends LimitsConfig {
  /** Port to listen on; 0 takes a free one. */
  @NumberSetting({ max: 65_535 }) PORT = 0;

  /** Address to listen on. */
  @TextSetting() HOST = '0.0.0.0';

  /** Base address that clients reach the service by. Unset: taken from each request. */
  @UrlSetting(['http', 'https'], { optional: true }) PUBLIC_URL?: string;

  /** Base address by which nodes and sibling services reach this one. Unset: 127.0.0.1 and the port. */
  @UrlSetting(['http', 'https'], { optional: true }) INTERNAL_URL?: string;

  /** Address of Redis, `redis://host:port` or `redis+sentinel://host,host/master`; with `rediss` over TLS. */
  @RedisUrlSetting() REDIS_URL!: string;

  /** Password of Redis, instead of the one in `REDIS_URL`. */
  @TextSetting({ optional: true }) REDIS_PASSWORD?: string;

  /** Password of the sentinels. Unset: they ask for none. */
  @TextSetting({ optional: true }) REDIS_SENTINEL_PASSWORD?: string;

  /** File with the authority (PEM) that signed the certificates of Redis. Unset: those that Node.js trusts. */
  @TextSetting({ optional: true }) REDIS_CA_FILE?: string;

  /** File with the certificate (PEM) that Redis asks of its clients. Unset: none. */
  @TextSetting({ optional: true }) REDIS_CERT_FILE?: string;

  /** File with the key (PEM) of `REDIS_CERT_FILE`. */
  @TextSetting({ optional: true }) REDIS_KEY_FILE?: string;

  /** Prefix of all BullMQ keys and signals: what belongs together shares it. */
  @TextSetting() QUEUE_PREFIX = 'portolan';

  /** Log lines below this level are not written. */
  @ChoiceSetting(LOG_LEVELS) LOG_LEVEL: LogLevel = 'info';

  /** Shared secret of the `/internal` addresses, at least 16 characters. */
  @SecretSetting({ minLength: 16 }) INTERNAL_TOKEN!: string;

  /** Another internal token that is accepted while tokens are exchanged (docs/operations.md); nothing is sent or signed with it. */
  @SecretSetting({ minLength: 16, optional: true }) INTERNAL_TOKEN_PREVIOUS?: string;

  /** Addresses or CIDR ranges of proxies whose `Forwarded`/`X-Forwarded-*` headers are believed. */
  @ListSetting() TRUSTED_PROXIES: string[] = [];

  /** Origins that browsers may call from; `*` allows all. */
  @ListSetting() CORS_ORIGINS: string[] = [];

  /** Names that the service may be asked by while `AUTH_MODE` is off, besides loopback, `PUBLIC_URL` and `INTERNAL_URL`: `name`, `.suffix`, `*`. */
  @ListSetting() @HostEntries() ALLOWED_HOSTS: string[] = [];

  /** How long readiness may take to ask the database and Redis, ms. */
  @DurationSetting() HEALTH_TIMEOUT_MS = 1000;

  /** After SIGTERM: how long to go on serving while load balancers take note, ms. */
  @NumberSetting({ max: 600_000 }) SHUTDOWN_DELAY_MS = 0;

  /** Collector that traces are sent to, over OTLP/HTTP: `http://host:4318`. Unset: there are no traces. */
  @UrlSetting(['http', 'https'], { optional: true }) OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** Headers that the collector asks for, `name=value`. */
  @TextSetting({ optional: true }) OTEL_EXPORTER_OTLP_HEADERS?: string;

  /** Name of the service in traces. Unset: its own. */
  @TextSetting({ optional: true }) OTEL_SERVICE_NAME?: string;

  /** What traces tell of this process besides, `name=value`: `deployment.environment.name=production`. */
  @TextSetting({ optional: true }) OTEL_RESOURCE_ATTRIBUTES?: string;

  /** Which traces are sent. `parentbased_…`: those that whoever asks has begun to send, and of others by the rest of the name. */
  @ChoiceSetting(TRACE_SAMPLERS) OTEL_TRACES_SAMPLER: TraceSampler = 'parentbased_always_on';

  /** With `traceidratio`: the share of traces that are sent, 0 to 1. */
  @ShareSetting() OTEL_TRACES_SAMPLER_ARG = 1;
}

/** Returns the internal tokens that are accepted, the one that is sent first. */
export const internalTokens = ({
  INTERNAL_TOKEN,
  INTERNAL_TOKEN_PREVIOUS,
}: Pick<ServiceConfig, 'INTERNAL_TOKEN' | 'INTERNAL_TOKEN_PREVIOUS'>): [string, ...string[]] => [
  INTERNAL_TOKEN,
  ...(INTERNAL_TOKEN_PREVIOUS === undefined ? [] : [INTERNAL_TOKEN_PREVIOUS]),
];

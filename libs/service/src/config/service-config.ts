import {
  ChoiceSetting,
  DatabaseUrlSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  SecretSetting,
  TextSetting,
  UrlSetting,
} from './settings';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * What every service reads (design §6). A service's own class extends it and adds its fields;
 * docs/configuration.md lists them all.
 */
export class ServiceConfig {
  /** Port to listen on; 0 takes a free one. */
  @NumberSetting({ max: 65_535 }) PORT = 0;

  /** Address to listen on. */
  @TextSetting() HOST = '0.0.0.0';

  /** Base address that clients reach the service by. Unset: taken from each request. */
  @UrlSetting(['http', 'https'], { optional: true }) PUBLIC_URL?: string;

  /** Base address by which nodes and sibling services reach this one. Unset: 127.0.0.1 and the port. */
  @UrlSetting(['http', 'https'], { optional: true }) INTERNAL_URL?: string;

  /** The service's own database: `mysql://user:password@host:port/name`; with `?ssl=true` over TLS. */
  @DatabaseUrlSetting() DATABASE_URL!: string;

  /** Connections to the database at the most. */
  @NumberSetting({ min: 1, max: 500 }) DATABASE_POOL_SIZE = 10;

  /** `redis://` or `rediss://` address. */
  @UrlSetting(['redis', 'rediss']) REDIS_URL!: string;

  /** Prefix of all BullMQ keys and signals: what belongs together shares it. */
  @TextSetting() QUEUE_PREFIX = 'portolan';

  /** Log lines below this level are not written. */
  @ChoiceSetting(LOG_LEVELS) LOG_LEVEL: LogLevel = 'info';

  /** Shared secret of the `/internal` addresses, at least 16 characters. */
  @SecretSetting({ minLength: 16 }) INTERNAL_TOKEN!: string;

  /** Addresses or CIDR ranges of proxies whose `Forwarded`/`X-Forwarded-*` headers are believed. */
  @ListSetting() TRUSTED_PROXIES: string[] = [];

  /** Origins that browsers may call from; `*` allows all. */
  @ListSetting() CORS_ORIGINS: string[] = [];

  /** How long readiness may take to ask the database and Redis, ms. */
  @DurationSetting() HEALTH_TIMEOUT_MS = 1000;

  /** After SIGTERM: how long to go on serving while load balancers take note, ms. */
  @NumberSetting({ max: 600_000 }) SHUTDOWN_DELAY_MS = 0;
}

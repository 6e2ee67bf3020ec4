import { Matches } from 'class-validator';
import {
  DurationSetting,
  ListSetting,
  NumberSetting,
  ServiceConfig,
  TextSetting,
  UrlSetting,
} from '@portolan/service';
import { RETENTION_RULE, RETENTION_SYNTAX } from './retention/retention-policy';

/** What a process of this service does. */
export const Role = {
  /** Answers queries. */
  Api: 'api',
  /** Crawls the sources and writes revisions. */
  Collector: 'collector',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Settings of the history query service. */
export class HistoryConfig extends ServiceConfig {
  /** What this process does. @default api,collector */
  @ListSetting({ values: Object.values(Role) }) ROLES: string[] = Object.values(Role);

  /** Base address of job orchestration, whose registries are crawled. Unset: they are not. */
  @UrlSetting(['http', 'https'], { optional: true }) JOBS_URL?: string;

  /** Base address of streaming control, whose job clusters are crawled. Unset: they are not. */
  @UrlSetting(['http', 'https'], { optional: true }) STREAMS_URL?: string;

  /** Folder of a recorded cloud that is replayed. Unset: none. */
  @TextSetting({ optional: true }) RECORDED_CLOUD_DIR?: string;

  /** JSON file with collections that are crawled over HTTP (apps/history-query/README.md). Unset: none. */
  @TextSetting({ optional: true }) HTTP_COLLECTIONS_FILE?: string;

  /** Other names of the area `cloud`. */
  @ListSetting() CLOUD_AREA_ALIASES: string[] = ['aws'];

  /** How often the current documents in memory follow the database, ms. */
  @DurationSetting() CACHE_REFRESH_MS = 60_000;

  /** Pause between two crawls of a collection, ms. */
  @DurationSetting() CRAWL_INTERVAL_MS = 60_000;

  /** How long one request to a crawled service may take, ms. */
  @DurationSetting() CRAWL_TIMEOUT_MS = 10_000;

  /** Documents asked for with one request where a crawled list has pages. */
  @NumberSetting({ min: 1, max: 10_000 }) CRAWL_PAGE_SIZE = 500;

  /** A crawl that would lose more than this share of a collection's documents changes nothing, percent. */
  @NumberSetting({ max: 100 }) CRAWL_MAX_LOSS_PERCENT = 50;

  /** After each failed crawl in a row the pause before the next doubles, up to this, ms. */
  @DurationSetting() CRAWL_BACKOFF_MAX_MS = 600_000;

  /** What of the past is kept, rules like `view/instances=age:7776000000`. Unset: everything. */
  @ListSetting()
  @Matches(RETENTION_RULE, { each: true, message: `$property must be a list of ${RETENTION_SYNTAX}` })
  RETENTION: string[] = [];

  /** How often what need not be kept is deleted, ms. */
  @DurationSetting() PURGE_INTERVAL_MS = 21_600_000;
}

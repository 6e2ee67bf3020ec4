import { Matches } from 'class-validator';
import {
  ChoiceSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  ServiceConfig,
  TextSetting,
  UrlSetting,
} from '@portolan/service';
import { INTERVAL_RULE, INTERVAL_SYNTAX } from '../collections/crawl-interval';
import { RETENTION_RULE, RETENTION_SYNTAX } from '../collections/retention-policy';
import { ACCOUNT_ENTRY, ACCOUNT_SYNTAX } from '../collections/provider-account';

/** Roles of a process of this service. */
export const Role = {
  /** Answers queries. */
  Api: 'api',
  /** Crawls the sources and writes revisions. */
  Collector: 'collector',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Settings of the history query service. */
export class HistoryConfig extends ServiceConfig {
  /** The roles of this process. @default api,collector */
  @ListSetting({ values: Object.values(Role) }) ROLES: string[] = Object.values(Role);

  /** Whether `_callback` returns a script, which other origins can read. Unset: `on`, but `off` with authentication. */
  @ChoiceSetting(['on', 'off'], { optional: true }) JSONP?: 'on' | 'off';

  /** Base address of job orchestration, whose registries are crawled. Unset: no crawl. */
  @UrlSetting(['http', 'https'], { optional: true }) JOBS_URL?: string;

  /** Base address of streaming control, whose job clusters are crawled. Unset: no crawl. */
  @UrlSetting(['http', 'https'], { optional: true }) STREAMS_URL?: string;

  /** Folder of a recorded cloud that is replayed. Unset: none. */
  @TextSetting({ optional: true }) RECORDED_CLOUD_DIR?: string;

  /** Crawled AWS accounts, each `[name@]region[=role ARN]` (docs/sources.md). Unset: none. */
  @ListSetting()
  @Matches(ACCOUNT_ENTRY, { each: true, message: `$property must be a list of ${ACCOUNT_SYNTAX}` })
  AWS_ACCOUNTS: string[] = [];

  /** Address of all AWS services. Unset: those of the region. */
  @UrlSetting(['http', 'https'], { optional: true }) AWS_ENDPOINT_URL?: string;

  /** External id sent when a role is assumed. Unset: none. */
  @TextSetting({ optional: true }) AWS_EXTERNAL_ID?: string;

  /** Owners of the crawled images and snapshots: account ids, `self`, `amazon`; `all`: every owner. */
  @ListSetting() AWS_OWNERS: string[] = ['self'];

  /** Keys of AWS tags whose values are not stored and whose changes make no revision. Unset: none. */
  @ListSetting() AWS_SUPPRESSED_TAGS: string[] = [];

  /** Maximum attempts of a request to AWS that fails or is throttled. */
  @NumberSetting({ min: 1, max: 100 }) AWS_MAX_ATTEMPTS = 5;

  /** Concurrent detail requests of one crawl of AWS. */
  @NumberSetting({ min: 1, max: 100 }) AWS_CONCURRENCY = 10;

  /** JSON file with collections crawled over HTTP (apps/history-query/README.md). Unset: none. */
  @TextSetting({ optional: true }) HTTP_COLLECTIONS_FILE?: string;

  /** Other names of the area `cloud`. */
  @ListSetting() CLOUD_AREA_ALIASES: string[] = ['aws'];

  /** Interval at which the current documents in memory follow the database, ms. */
  @DurationSetting() CACHE_REFRESH_MS = 60_000;

  /** Maximum number of indexes on selected fields, over all collections; 0: none. */
  @NumberSetting({ max: 1000 }) SELECT_INDEXES = 32;

  /** Approximate memory limit of these indexes together, MB. */
  @NumberSetting({ min: 1, max: 100_000 }) SELECT_INDEX_MEMORY_MB = 64;

  /** Pause between two crawls of a collection, ms. */
  @DurationSetting() CRAWL_INTERVAL_MS = 60_000;

  /** Pauses of single collections, rules like `cloud/stacks=60000` or `cloud/images=off`. Unset: none. */
  @ListSetting()
  @Matches(INTERVAL_RULE, { each: true, message: `$property must be a list of ${INTERVAL_SYNTAX}` })
  CRAWL_INTERVALS: string[] = [];

  /** Maximum offset of a collection's crawls, which spreads them over time, ms. */
  @NumberSetting({ max: 2 ** 31 - 1 }) CRAWL_JITTER_MS = 0;

  /** Concurrent crawls of one process. */
  @NumberSetting({ min: 1, max: 100 }) CRAWL_CONCURRENCY = 4;

  /** Time limit of one request to a crawled service, ms. */
  @DurationSetting() CRAWL_TIMEOUT_MS = 10_000;

  /** Time limit of a whole crawl, after which it is given up and repeated, ms. */
  @DurationSetting() CRAWL_LIMIT_MS = 1_800_000;

  /** Size limit of an unpacked response of a service that is crawled over HTTP, MB. */
  @NumberSetting({ min: 1, max: 2047 }) CRAWL_ANSWER_LIMIT_MB = 256;

  /** Size limit of all unpacked responses of one crawl over HTTP together, MB. */
  @NumberSetting({ min: 1, max: 1_048_576 }) CRAWL_TOTAL_LIMIT_MB = 4096;

  /** Page size of requests for paged lists. */
  @NumberSetting({ min: 1, max: 10_000 }) CRAWL_PAGE_SIZE = 500;

  /** A crawl that would lose more than this share of a collection's documents is rejected, percent. */
  @NumberSetting({ max: 100 }) CRAWL_MAX_LOSS_PERCENT = 50;

  /** After each failed crawl in a row the pause before the next doubles, up to this limit, ms. */
  @DurationSetting() CRAWL_BACKOFF_MAX_MS = 600_000;

  /** Interval at which change feeds query the database without a signal, ms. */
  @DurationSetting() FEED_POLL_MS = 1000;

  /** A feed without a change sends a keep-alive after this time, ms. */
  @DurationSetting() FEED_HEARTBEAT_MS = 15_000;

  /** Rules for the kept past, like `view/instances=age:7776000000`. Unset: everything. */
  @ListSetting()
  @Matches(RETENTION_RULE, { each: true, message: `$property must be a list of ${RETENTION_SYNTAX}` })
  RETENTION: string[] = [];

  /** Interval at which expired revisions are deleted, ms. */
  @DurationSetting() PURGE_INTERVAL_MS = 21_600_000;

  /** Time after its end at which a past revision is packed, ms; 0: never. */
  @NumberSetting({ max: 2 ** 31 - 1 }) PACK_AFTER_MS = 3_600_000;

  /** Interval at which past revisions are packed, ms. */
  @DurationSetting() PACK_INTERVAL_MS = 600_000;
}

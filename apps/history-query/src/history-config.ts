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
import { INTERVAL_RULE, INTERVAL_SYNTAX } from './collections/crawl-interval';
import { ACCOUNT_ENTRY, ACCOUNT_SYNTAX } from './collections/provider-account';
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

  /** Whether `_callback` is answered with a script, which pages of other origins can read. Unset: `on`, and `off` with authentication. */
  @ChoiceSetting(['on', 'off'], { optional: true }) JSONP?: 'on' | 'off';

  /** Base address of job orchestration, whose registries are crawled. Unset: they are not. */
  @UrlSetting(['http', 'https'], { optional: true }) JOBS_URL?: string;

  /** Base address of streaming control, whose job clusters are crawled. Unset: they are not. */
  @UrlSetting(['http', 'https'], { optional: true }) STREAMS_URL?: string;

  /** Folder of a recorded cloud that is replayed. Unset: none. */
  @TextSetting({ optional: true }) RECORDED_CLOUD_DIR?: string;

  /** Accounts of AWS that are crawled, each `[name@]region[=role ARN]` (docs/sources.md). Unset: none. */
  @ListSetting()
  @Matches(ACCOUNT_ENTRY, { each: true, message: `$property must be a list of ${ACCOUNT_SYNTAX}` })
  AWS_ACCOUNTS: string[] = [];

  /** Address of all services of AWS. Unset: the region's own. */
  @UrlSetting(['http', 'https'], { optional: true }) AWS_ENDPOINT_URL?: string;

  /** External id that is told when a role is assumed. Unset: none. */
  @TextSetting({ optional: true }) AWS_EXTERNAL_ID?: string;

  /** Whose images and snapshots are crawled: account ids, `self`, `amazon`; `all`: everybody's. */
  @ListSetting() AWS_OWNERS: string[] = ['self'];

  /** Keys of tags of AWS whose values are not kept, nor does their change make a revision. Unset: none. */
  @ListSetting() AWS_SUPPRESSED_TAGS: string[] = [];

  /** How often a request to AWS is sent at the most when it fails or is throttled. */
  @NumberSetting({ min: 1, max: 100 }) AWS_MAX_ATTEMPTS = 5;

  /** Requests about single things that one crawl of AWS makes at the same time. */
  @NumberSetting({ min: 1, max: 100 }) AWS_CONCURRENCY = 10;

  /** JSON file with collections that are crawled over HTTP (apps/history-query/README.md). Unset: none. */
  @TextSetting({ optional: true }) HTTP_COLLECTIONS_FILE?: string;

  /** Other names of the area `cloud`. */
  @ListSetting() CLOUD_AREA_ALIASES: string[] = ['aws'];

  /** How often the current documents in memory follow the database, ms. */
  @DurationSetting() CACHE_REFRESH_MS = 60_000;

  /** Indexes that are made on fields that selects ask for, over all collections; 0: none. */
  @NumberSetting({ max: 1000 }) SELECT_INDEXES = 32;

  /** About the memory that these indexes may take together, MB. */
  @NumberSetting({ min: 1, max: 100_000 }) SELECT_INDEX_MEMORY_MB = 64;

  /** Pause between two crawls of a collection, ms. */
  @DurationSetting() CRAWL_INTERVAL_MS = 60_000;

  /** Other pauses for single collections, rules like `cloud/stacks=60000` or `cloud/images=off`. Unset: none. */
  @ListSetting()
  @Matches(INTERVAL_RULE, { each: true, message: `$property must be a list of ${INTERVAL_SYNTAX}` })
  CRAWL_INTERVALS: string[] = [];

  /** A collection's crawls begin up to this much later, each at a moment of its own, ms. */
  @NumberSetting({ max: 2 ** 31 - 1 }) CRAWL_JITTER_MS = 0;

  /** Crawls that one process carries out at the same time. */
  @NumberSetting({ min: 1, max: 100 }) CRAWL_CONCURRENCY = 4;

  /** How long one request to a crawled service may take, ms. */
  @DurationSetting() CRAWL_TIMEOUT_MS = 10_000;

  /** How long a whole crawl may take before it is given up and comes again, ms. */
  @DurationSetting() CRAWL_LIMIT_MS = 1_800_000;

  /** How large one answer of a service that is crawled over HTTP may be when it is unpacked, MB. */
  @NumberSetting({ min: 1, max: 2047 }) CRAWL_ANSWER_LIMIT_MB = 256;

  /** Documents asked for with one request where a crawled list has pages. */
  @NumberSetting({ min: 1, max: 10_000 }) CRAWL_PAGE_SIZE = 500;

  /** A crawl that would lose more than this share of a collection's documents changes nothing, percent. */
  @NumberSetting({ max: 100 }) CRAWL_MAX_LOSS_PERCENT = 50;

  /** After each failed crawl in a row the pause before the next doubles, up to this, ms. */
  @DurationSetting() CRAWL_BACKOFF_MAX_MS = 600_000;

  /** How often change feeds look into the database when no signal comes, ms. */
  @DurationSetting() FEED_POLL_MS = 1000;

  /** After so long without a change a feed gives a sign of life, ms. */
  @DurationSetting() FEED_HEARTBEAT_MS = 15_000;

  /** What of the past is kept, rules like `view/instances=age:7776000000`. Unset: everything. */
  @ListSetting()
  @Matches(RETENTION_RULE, { each: true, message: `$property must be a list of ${RETENTION_SYNTAX}` })
  RETENTION: string[] = [];

  /** How often what need not be kept is deleted, ms. */
  @DurationSetting() PURGE_INTERVAL_MS = 21_600_000;
}

import {
  DurationSetting,
  ListSetting,
  NumberSetting,
  ServiceConfig,
  TextSetting,
  UrlSetting,
} from '@portolan/service';
import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import { Matches } from 'class-validator';

/** The roles of a process: answer requests and streams, or control jobs. */
const ROLES = ['api', 'controller'] as const;
export type Role = (typeof ROLES)[number];

/** Settings of the streaming control service; docs/configuration.md lists them. */
export class StreamingConfig extends ServiceConfig {
  @ListSetting({ values: ROLES }) ROLES: Role[] = [...ROLES];

  /** Agent cluster whose nodes run the workers. */
  @TextSetting() @Matches(AGENT_CLUSTER_PATTERN) DEFAULT_AGENT_CLUSTER = 'default';

  /** Duration of a node's lease, ms. */
  @DurationSetting() LEASE_MS = 120_000;
  /** The interval of checks for lost offers, leases and launches, ms. */
  @DurationSetting() LAUNCH_SWEEP_MS = 5000;
  /** A waiting offer is sent to the queue again after this time, ms. */
  @DurationSetting() LAUNCH_RESEND_MS = 30_000;
  /** Time between TERM and KILL of a worker, ms. */
  @NumberSetting({ max: 600_000 }) WORKER_KILL_GRACE_MS = 5000;

  /** The interval at which the controller checks jobs, workers and launches, ms; signals wake it earlier. */
  @DurationSetting() CONTROLLER_TICK_MS = 1000;
  /** The interval of heartbeats of workers whose job sets none, ms (whole seconds). */
  @NumberSetting({ min: 1000, max: 3_600_000 }) WORKER_HEARTBEAT_MS = 20_000;
  /** A started worker is replaced when its last heartbeat is older than 1.5 times this, ms. */
  @DurationSetting() WORKER_TIMEOUT_MS = 60_000;
  /** Additional time of a worker that was launched but has not started, ms. */
  @NumberSetting() WORKER_START_GRACE_MS = 180_000;
  /** Pauses before the first, second, ... replacement of the same worker, ms; the last one repeats. */
  @ListSetting()
  @Matches(/^\d{1,9}$/, { each: true, message: '$property must be a list of whole numbers' })
  RESUBMIT_DELAYS_MS: string[] = ['0', '5000', '10000', '30000', '60000', '120000', '600000'];
  /** A worker that ran for this time counts as healthy again: its next replacement has the first pause, ms. */
  @DurationSetting() RESUBMIT_CALM_MS = 300_000;
  /** Number of replacements after failures within RESUBMIT_WINDOW_MS that fails the job. */
  @NumberSetting({ min: 1 }) RESUBMIT_LIMIT = 100;
  @DurationSetting() RESUBMIT_WINDOW_MS = 3_600_000;

  /** A Transient job without a timeout of its own ends after this time without subscribers, ms. */
  @DurationSetting() SUBSCRIPTION_TIMEOUT_MS = 300_000;

  /** A job that is Accepted for longer than this is logged once, ms. */
  @DurationSetting() JOB_ACCEPTED_WARN_MS = 600_000;

  /** Finished jobs are kept for this time, ms; the newest of each cluster stays. */
  @DurationSetting() JOB_RETENTION_MS = 1_296_000_000;
  /** The number of events that are kept of each job, the newest ones. */
  @NumberSetting({ min: 1 }) JOB_EVENTS_KEPT = 10_000;
  /** The number of archived workers that are kept of each running job, the newest ones. */
  @NumberSetting({ min: 1 }) ARCHIVED_WORKERS_KEPT = 100;
  /** The interval at which expired jobs, events and launches are removed, ms. */
  @DurationSetting() RETENTION_TICK_MS = 600_000;

  /** After this time a worker ignores its soft constraints and tries other active agent clusters, ms. */
  @NumberSetting() SOFT_CONSTRAINT_WAIT_MS = 5000;
  /** Pause between two workers of a job that leave an inactive agent cluster, ms. */
  @DurationSetting() MIGRATION_INTERVAL_MS = 60_000;

  /** Base address of job orchestration, whose registry of nodes has the sizes of agent clusters. */
  @UrlSetting(['http', 'https'], { optional: true }) JOBS_URL?: string;
  /** The interval at which the nodes of agent clusters with a scaling policy are counted, ms. */
  @DurationSetting() AGENT_CLUSTER_TICK_MS = 10_000;

  /** Interval at which SLAs are enforced, ms. */
  @DurationSetting() SLA_TICK_MS = 5000;
  /** Accepted jobs that an SLA maximum allows beside the launched ones; 0: no such limit. */
  @NumberSetting() SLA_ACCEPTED_HEADROOM = 3;

  /** IANA time zone of cron specs. */
  @TextSetting() CRON_TIME_ZONE = 'UTC';
  /** Interval at which cron triggers are rebuilt from the database, ms. */
  @DurationSetting() CRON_REBUILD_MS = 60_000;
  /** A trigger that is later than this is dropped, ms. */
  @DurationSetting() CRON_LATE_MS = 10_000;

  /** The interval at which streams query the database without a signal, ms. */
  @DurationSetting() STREAM_POLL_MS = 1000;
  /** First and further heartbeats of `sendHB=true`, ms. */
  @DurationSetting() STREAM_FIRST_HEARTBEAT_MS = 5000;
  @DurationSetting() STREAM_HEARTBEAT_MS = 59_000;
  /** The interval of pings to clients of output with `MantisApiTunnelPingEnabled=true`, ms. */
  @DurationSetting() STREAM_TUNNEL_PING_MS = 12_000;
  /** The limit of the queue of one slow client, bytes; the excess is dropped and counted. */
  @NumberSetting({ min: 1024 }) STREAM_CLIENT_BUFFER_BYTES = 1_048_576;
}

/** Returns the replacement pauses as numbers, ms. */
export const resubmitDelays = (config: StreamingConfig): number[] => config.RESUBMIT_DELAYS_MS.map(Number);

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

/** What a process of this service does: answer requests and streams, or run jobs. */
export const ROLES = ['api', 'controller'] as const;
export type Role = (typeof ROLES)[number];

/** Settings of the streaming control service; docs/configuration.md lists them. */
export class StreamingConfig extends ServiceConfig {
  @ListSetting({ values: ROLES }) ROLES: Role[] = [...ROLES];

  /** Agent cluster whose nodes run the workers. */
  @TextSetting() @Matches(AGENT_CLUSTER_PATTERN) DEFAULT_AGENT_CLUSTER = 'default';

  /** How long a node's lease holds, ms. */
  @DurationSetting() LEASE_MS = 120_000;
  /** How often lost offers, leases and launches are looked for, ms. */
  @DurationSetting() LAUNCH_SWEEP_MS = 5000;
  /** An offer that still waits is put on the queue again after so many ms. */
  @DurationSetting() LAUNCH_RESEND_MS = 30_000;
  /** Between TERM and KILL of a worker, ms. */
  @NumberSetting({ max: 600_000 }) WORKER_KILL_GRACE_MS = 5000;

  /** The controller's pass over jobs, workers and launches; events wake it earlier, ms. */
  @DurationSetting() CONTROLLER_TICK_MS = 1000;
  /** How often workers send heartbeats unless their job says otherwise, ms (whole seconds). */
  @NumberSetting({ min: 1000, max: 3_600_000 }) WORKER_HEARTBEAT_MS = 20_000;
  /** A started worker is replaced when its last heartbeat is older than 1.5 times this, ms. */
  @DurationSetting() WORKER_TIMEOUT_MS = 60_000;
  /** What a worker that was launched but has not started gets on top of that, ms. */
  @NumberSetting() WORKER_START_GRACE_MS = 180_000;
  /** Pauses before the first, second, ... replacement of the same worker, ms; the last one stays. */
  @ListSetting()
  @Matches(/^\d{1,9}$/, { each: true, message: '$property must be a list of whole numbers' })
  RESUBMIT_DELAYS_MS: string[] = ['0', '5000', '10000', '30000', '60000', '120000', '600000'];
  /** A worker that held so long counts as healthy again: its next replacement comes without a pause, ms. */
  @DurationSetting() RESUBMIT_CALM_MS = 300_000;
  /** So many replacements after failures within RESUBMIT_WINDOW_MS end the job as Failed. */
  @NumberSetting({ min: 1 }) RESUBMIT_LIMIT = 100;
  @DurationSetting() RESUBMIT_WINDOW_MS = 3_600_000;

  /** A Transient job that names no time of its own ends after so long without subscribers, ms. */
  @DurationSetting() SUBSCRIPTION_TIMEOUT_MS = 300_000;

  /** A job that is still Accepted so long after its submission is told of in the log, once, ms. */
  @DurationSetting() JOB_ACCEPTED_WARN_MS = 600_000;

  /** Jobs that are over are kept so long, ms; the newest of each cluster stays. */
  @DurationSetting() JOB_RETENTION_MS = 1_296_000_000;
  /** Events that are kept of each job, the newest. */
  @NumberSetting({ min: 1 }) JOB_EVENTS_KEPT = 10_000;
  /** Workers that were replaced or removed are kept of each running job, the newest. */
  @NumberSetting({ min: 1 }) ARCHIVED_WORKERS_KEPT = 100;
  /** How often jobs, events and launches are looked for whose time is over, ms. */
  @DurationSetting() RETENTION_TICK_MS = 600_000;

  /** A worker goes where its soft constraints don't want it, and tries other active agent clusters, after so long, ms. */
  @NumberSetting() SOFT_CONSTRAINT_WAIT_MS = 5000;
  /** Pause between two workers that a job moves out of an agent cluster that is not active, ms. */
  @DurationSetting() MIGRATION_INTERVAL_MS = 60_000;

  /** Base address of job orchestration, whose registry of nodes is asked for the sizes of agent clusters. */
  @UrlSetting(['http', 'https'], { optional: true }) JOBS_URL?: string;
  /** How often the nodes of agent clusters that have a scaling policy are counted, ms. */
  @DurationSetting() AGENT_CLUSTER_TICK_MS = 10_000;

  /** How often SLAs are enforced, ms. */
  @DurationSetting() SLA_TICK_MS = 5000;
  /** Accepted jobs that an SLA maximum leaves room for beside the launched ones; 0: no such limit. */
  @NumberSetting() SLA_ACCEPTED_HEADROOM = 3;

  /** IANA time zone of cron specs. */
  @TextSetting() CRON_TIME_ZONE = 'UTC';
  /** How often cron triggers are rebuilt from the database, ms. */
  @DurationSetting() CRON_REBUILD_MS = 60_000;
  /** A trigger that comes later than this is dropped, ms. */
  @DurationSetting() CRON_LATE_MS = 10_000;

  /** How often streams look into the database when no signal comes, ms. */
  @DurationSetting() STREAM_POLL_MS = 1000;
  /** First and further heartbeats of `sendHB=true`, ms. */
  @DurationSetting() STREAM_FIRST_HEARTBEAT_MS = 5000;
  @DurationSetting() STREAM_HEARTBEAT_MS = 59_000;
  /** How often clients of output get the ping that they asked for with `MantisApiTunnelPingEnabled=true`, ms. */
  @DurationSetting() STREAM_TUNNEL_PING_MS = 12_000;
  /** Output that waits for one slow client at the most, bytes; what exceeds it is dropped and counted. */
  @NumberSetting({ min: 1024 }) STREAM_CLIENT_BUFFER_BYTES = 1_048_576;
}

/** The replacement pauses as numbers, ms. */
export const resubmitDelays = (config: StreamingConfig): number[] => config.RESUBMIT_DELAYS_MS.map(Number);

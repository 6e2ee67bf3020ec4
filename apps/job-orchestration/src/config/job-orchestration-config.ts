import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import {
  ChoiceSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  TextSetting,
  UrlSetting,
} from '@portolan/service';
import { Matches } from 'class-validator';
import { COMPATIBILITIES, type Compatibility } from '../compatibility/genie';
import { KubernetesConfig } from './kubernetes-config';
import { RELEASES, type Release } from '../releases/release-table';

/** Roles of a process of this service; a process may have several. */
export const Role = {
  /** Registry, submission, read views, output; claims and leases of nodes. */
  Api: 'api',
  /** Handles the reports of nodes and repairs lost state. */
  Controller: 'controller',
  /** Runs launches, of jobs and of streams. */
  Node: 'node',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Settings of the job orchestration service; those of the node role are in {@link KubernetesConfig}. */
export class JobOrchestrationConfig extends KubernetesConfig {
  @ListSetting({ values: Object.values(Role) }) ROLES: Role[] = Object.values(Role);

  /** Release of the API that clients see (docs/jobs-api.md#releases). */
  @ChoiceSetting(RELEASES) API_RELEASE: Release = '4.3';

  /** `genie`: names and conventions of Genie are accepted in addition to the service's own (docs/migrating.md). */
  @ChoiceSetting(COMPATIBILITIES) COMPATIBILITY: Compatibility = 'none';

  /** Agent cluster whose nodes run the jobs. */
  @TextSetting() @Matches(AGENT_CLUSTER_PATTERN) JOB_AGENT_CLUSTER = 'default';

  /** Duration of a node's lease, ms: a node that is silent for longer has lost its jobs. */
  @DurationSetting() LEASE_MS = 120_000;

  /** Interval between searches for lost offers, expired leases and abandoned launches, ms. */
  @DurationSetting() SWEEP_MS = 5000;

  /** Time after which a waiting offer is put on the queue again, ms. */
  @DurationSetting() OFFER_RESEND_MS = 5000;

  /** Maximum number of jobs of one agent cluster on its queue; the others wait in the database for their user's turn. */
  @NumberSetting({ min: 1, max: 1000 }) OFFER_WINDOW = 32;

  /** Shares of users in the nodes while jobs wait, `user=parts`; every other user has one part. */
  @ListSetting()
  @Matches(/.=[1-9]\d{0,5}$/, { each: true, message: 'JOB_USER_SHARES must be like user=2,other=4' })
  JOB_USER_SHARES: string[] = [];

  /** Path of a file with selectors of clusters and commands that replace the random choice; see docs/selectors.md. */
  @TextSetting({ optional: true }) JOB_SELECTORS?: string;

  /** Time limit of a selector, ms; a slower one counts as without a preference (docs/selectors.md). */
  @DurationSetting() JOB_SELECTOR_TIMEOUT_MS = 5000;

  /**
   * Prefixes of header names, in any case: matching headers of a submission are stored with the job and passed to selectors
   * (V3-SEL-9).
   */
  @ListSetting()
  @Matches(/^[\w-]+$/, { each: true, message: 'CLIENT_HEADERS must be like portolan_,team-' })
  CLIENT_HEADERS: string[] = ['portolan_'];

  /** Variables omitted from the log of the environment; `*` stands for any characters. */
  @ListSetting()
  @Matches(/^[A-Za-z0-9_*]+$/, { each: true, message: 'JOB_ENV_LOG_HIDE must be like AWS_*,*_TOKEN' })
  JOB_ENV_LOG_HIDE: string[] = [];

  /** Time after which a job that no live node could ever run (agent cluster, memory) fails, ms (V3-NODE-3). */
  @DurationSetting() JOB_UNCLAIMED_MS = 240_000;

  /** Time without a heartbeat after which a node counts as lost, ms. */
  @DurationSetting() NODE_LOST_MS = 30_000;

  /** Time between TERM and KILL when a job is killed, ms (docs/contract/jobs.md, Kill and timeout). */
  @NumberSetting({ max: 3_600_000 }) JOB_KILL_GRACE_MS = 10_000;

  /** Timeout of a job whose request names none, seconds (V3-JOB-12). */
  @NumberSetting({ min: 1 }) JOB_DEFAULT_TIMEOUT_SECONDS = 604_800;

  /** Memory of a job when neither the request nor the command sets one, MB (docs/contract/jobs.md, Resources). */
  @NumberSetting({ min: 1 }) JOB_DEFAULT_MEMORY_MB = 1500;

  /**
   * Memory that a job reserves on its node when neither the request nor the command sets one, MB. Far less than such a job may
   * use, so that jobs without a setting do not wait for memory that they will not touch.
   */
  @NumberSetting({ min: 1 }) JOB_RESERVED_MEMORY_MB = 128;

  /** Maximum memory of a job, MB (V3-JOB-22). */
  @NumberSetting({ min: 1 }) JOB_MAX_MEMORY_MB = 10_240;

  /** `off`: submissions are refused with 503. */
  @ChoiceSetting(['on', 'off']) JOB_SUBMISSION = 'on';

  /** Message of the 503 while JOB_SUBMISSION is off (docs/contract/jobs.md, Submission). */
  @TextSetting() JOB_SUBMISSION_OFF_MESSAGE = 'Job submission is currently disabled. Please try again later.';

  /** Maximum number of active jobs of a user; 0: no limit. */
  @NumberSetting() JOB_ACTIVE_LIMIT = 0;

  /** Limits of single users, `user=limit`; they override JOB_ACTIVE_LIMIT. */
  @ListSetting()
  @Matches(/.=\d{1,9}$/, { each: true, message: 'JOB_ACTIVE_LIMIT_USERS must be like user=10,other=20' })
  JOB_ACTIVE_LIMIT_USERS: string[] = [];

  /** Directory of the attachments; all replicas with the role `api` share it. */
  @TextSetting() ATTACHMENTS_DIR: string = join(tmpdir(), 'portolan-attachments');

  /** Maximum size of one attachment, MB (docs/contract/jobs.md, Submission). */
  @NumberSetting({ min: 1 }) ATTACHMENT_LIMIT_MB = 100;

  /** Maximum size of all attachments of a job together, MB. */
  @NumberSetting({ min: 1 }) ATTACHMENTS_TOTAL_LIMIT_MB = 150;

  /** `off`: no archives are made; the output of jobs is read from their nodes until those clean up. */
  @ChoiceSetting(['on', 'off']) ARCHIVES = 'on';

  /** Folder of the archives; nodes and all replicas with the role `api` share it. */
  @TextSetting() ARCHIVE_DIR: string = join(tmpdir(), 'portolan-archives');

  /** Bucket and prefix of the archives, used instead of the folder: `s3://bucket/prefix`. */
  @TextSetting({ optional: true })
  @Matches(/^s3:\/\/[^/?#]+(\/[^?#]*)?$/, { message: 'ARCHIVE_S3 must be like s3://bucket/prefix' })
  ARCHIVE_S3?: string;

  /** Mail server for completion mails. Unset: none are sent. */
  @UrlSetting(['smtp', 'smtps'], { optional: true }) SMTP_URL?: string;

  /** Sender of completion mails. */
  @TextSetting() MAIL_FROM = 'portolan@localhost';

  /** Interval between searches for due mails, ms. */
  @DurationSetting() MAIL_POLL_MS = 2000;

  /** Interval between searches for due webhooks, ms. */
  @DurationSetting() WEBHOOK_POLL_MS = 1000;

  /** Time limit of a webhook call, ms; at most half of the minute after which the call is retried. */
  @NumberSetting({ min: 1, max: 30_000 }) WEBHOOK_TIMEOUT_MS = 10_000;

  /** Retention time of finished jobs with their archives and attachments, ms; 0: unlimited (V3-JOB-30). */
  @NumberSetting() JOB_RETENTION_MS = 7_776_000_000;

  /** Retention time of lost nodes in the list of nodes since their last heartbeat, ms; 0: unlimited (V3-NODE-4). */
  @NumberSetting() LOST_NODE_RETENTION_MS = 604_800_000;

  /** Interval between searches for expired jobs, lost nodes and registry entries, ms. */
  @DurationSetting() JOB_RETENTION_TICK_MS = 600_000;

  /**
   * Retention time of TERMINATED clusters and INACTIVE commands and applications that nothing refers to, since their last
   * change, ms; 0: unlimited.
   */
  @NumberSetting() REGISTRY_RETENTION_MS = 0;

  /** Interval between settlements of finished jobs, ms: every total of a search counts the unsettled jobs anew. */
  @DurationSetting() JOB_SETTLE_MS = 2000;

  /** Interval between searches for due bulk kills when no signal arrives, ms. */
  @DurationSetting() BULK_KILL_POLL_MS = 5000;

  /** Interval between searches for kills whose process died before it had carried them out, ms. */
  @DurationSetting() KILL_SWEEP_MS = 30_000;

  /** Interval between searches for due fires of schedules when the clock does not tick, ms. */
  @DurationSetting() SCHEDULE_SWEEP_MS = 2000;

  /** Interval between searches for waiting jobs that were not informed of the end of a dependency, ms. */
  @DurationSetting() RELEASE_SWEEP_MS = 30_000;

  /** Interval between queries of status streams when no signal arrives, ms. */
  @DurationSetting() STATUS_POLL_MS = 1000;

  /** Interval between heartbeats of an idle status stream, ms. */
  @DurationSetting() STATUS_HEARTBEAT_MS = 15_000;

  /** Maximum number of open status streams of a process. */
  @NumberSetting({ min: 1 }) STATUS_STREAMS_LIMIT = 5000;

  /** Maximum number of files that clients of a process read from nodes at a time (V3-OUT-5). */
  @NumberSetting({ min: 1 }) LIVE_TRANSFERS_LIMIT = 100;

  /** Maximum number of files that clients of a process follow (V3-FOLLOW-7). */
  @NumberSetting({ min: 1 }) OUTPUT_FOLLOWS_LIMIT = 1000;

  /** Time without progress after which a transfer from a node, or to a client that follows a file, is aborted, ms (V3-OUT-5). */
  @DurationSetting() LIVE_TRANSFER_STALL_MS = 60_000;

  /** Interval between searches for attachments without a job, ms. */
  @DurationSetting() ATTACHMENTS_CLEANUP_MS = 3_600_000;

  /** Age at which attachments without a job are removed, ms: the job of younger ones may be about to be stored. */
  @DurationSetting() ATTACHMENTS_ORPHAN_MS = 86_400_000;

  /** Maximum number of attachments of a job. */
  @NumberSetting() ATTACHMENTS_LIMIT = 100;
}

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
import { COMPATIBILITIES, type Compatibility } from './compatibility/genie';
import { KubernetesConfig } from './kubernetes/kubernetes-config';
import { RELEASES, type Release } from './releases/release';

/** What a process of this service does; a process may have several roles. */
export const Role = {
  /** Registry, submission, read views, output; claims and leases of nodes. */
  Api: 'api',
  /** Takes the reports of nodes and makes good what got lost. */
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

  /** `genie`: names and habits of Genie are understood beside the service's own (docs/migrating.md). */
  @ChoiceSetting(COMPATIBILITIES) COMPATIBILITY: Compatibility = 'none';

  /** Agent cluster whose nodes get the jobs. */
  @TextSetting() @Matches(AGENT_CLUSTER_PATTERN) JOB_AGENT_CLUSTER = 'default';

  /** How long the lease of a node holds, ms: a node that is silent for longer has lost its jobs. */
  @DurationSetting() LEASE_MS = 120_000;

  /** How often offers that got lost, expired leases and forgotten launches are looked for, ms. */
  @DurationSetting() SWEEP_MS = 5000;

  /** An offer that still waits is put on the queue again after so long, ms. */
  @DurationSetting() OFFER_RESEND_MS = 5000;

  /**
   * Jobs of one agent cluster that are on its queue together, at the most; the others wait in the database for
   * their user's turn.
   */
  @NumberSetting({ min: 1, max: 1000 }) OFFER_WINDOW = 32;

  /** Users that get more of the nodes than others when jobs wait, `user=parts`; everybody else has one part. */
  @ListSetting()
  @Matches(/.=[1-9]\d{0,5}$/, { each: true, message: 'JOB_USER_SHARES must be like user=2,other=4' })
  JOB_USER_SHARES: string[] = [];

  /** Path of a file with selectors of clusters and commands that go before a random choice; see docs/selectors.md. */
  @TextSetting({ optional: true }) JOB_SELECTORS?: string;

  /** A selector that takes longer has no wish, ms (reference: jobs §5.7). */
  @DurationSetting() JOB_SELECTOR_TIMEOUT_MS = 5000;

  /**
   * Headers of submissions whose names begin with one of these, in any case, are kept with the job and shown to selectors
   * (reference: jobs §1.6).
   */
  @ListSetting()
  @Matches(/^[\w-]+$/, { each: true, message: 'CLIENT_HEADERS must be like portolan_,team-' })
  CLIENT_HEADERS: string[] = ['portolan_'];

  /** Variables that the log of the environment leaves out, with `*` for any characters (reference: jobs §6.2). */
  @ListSetting()
  @Matches(/^[A-Za-z0-9_*]+$/, { each: true, message: 'JOB_ENV_LOG_HIDE must be like AWS_*,*_TOKEN' })
  JOB_ENV_LOG_HIDE: string[] = [];

  /** A job that no live node could ever take (agent cluster, memory) is given up after so long, ms (reference: jobs §11). */
  @DurationSetting() JOB_UNCLAIMED_MS = 240_000;

  /** A node that was not heard of for so long counts as lost, ms. */
  @DurationSetting() NODE_LOST_MS = 30_000;

  /** Between TERM and KILL when a job is killed, ms (reference: jobs §4.4). */
  @NumberSetting({ max: 3_600_000 }) JOB_KILL_GRACE_MS = 10_000;

  /** Seconds after which a job is killed that asks for no timeout (reference: jobs §4.5). */
  @NumberSetting({ min: 1 }) JOB_DEFAULT_TIMEOUT_SECONDS = 604_800;

  /** Memory of a job when neither the request nor the command tells, MB (reference: jobs §5.5). */
  @NumberSetting({ min: 1 }) JOB_DEFAULT_MEMORY_MB = 1500;

  /**
   * Memory that a job takes of its node when neither the request nor the command tells, MB. Far less than
   * such a job may use, so that jobs that say nothing do not wait for memory that they will not touch.
   */
  @NumberSetting({ min: 1 }) JOB_RESERVED_MEMORY_MB = 128;

  /** Memory that a job may ask for at the most, MB. */
  @NumberSetting({ min: 1 }) JOB_MAX_MEMORY_MB = 10_240;

  /** `off`: no jobs are taken, submissions are answered with 503. */
  @ChoiceSetting(['on', 'off']) JOB_SUBMISSION = 'on';

  /** What clients are told while JOB_SUBMISSION is off (reference: jobs §2.3). */
  @TextSetting() JOB_SUBMISSION_OFF_MESSAGE = 'Job submission is currently disabled. Please try again later.';

  /** Active jobs that a user may have; 0: no limit. */
  @NumberSetting() JOB_ACTIVE_LIMIT = 0;

  /** Limits of single users, `user=limit`; they go before JOB_ACTIVE_LIMIT. */
  @ListSetting()
  @Matches(/.=\d{1,9}$/, { each: true, message: 'JOB_ACTIVE_LIMIT_USERS must be like user=10,other=20' })
  JOB_ACTIVE_LIMIT_USERS: string[] = [];

  /** Where attachments are kept; all replicas with the role `api` share it. */
  @TextSetting() ATTACHMENTS_DIR: string = join(tmpdir(), 'portolan-attachments');

  /** Size of one attachment at the most, MB (reference: jobs §6.5). */
  @NumberSetting({ min: 1 }) ATTACHMENT_LIMIT_MB = 100;

  /** Size of all attachments of a job together at the most, MB. */
  @NumberSetting({ min: 1 }) ATTACHMENTS_TOTAL_LIMIT_MB = 150;

  /** `off`: no archives are made; the output of jobs is read from their nodes until those clean up. */
  @ChoiceSetting(['on', 'off']) ARCHIVES = 'on';

  /** Folder of the archives; nodes and all replicas with the role `api` share it. */
  @TextSetting() ARCHIVE_DIR: string = join(tmpdir(), 'portolan-archives');

  /** Bucket, and prefix in it, that archives go to in place of the folder: `s3://bucket/prefix`. */
  @TextSetting({ optional: true })
  @Matches(/^s3:\/\/[^/?#]+(\/[^?#]*)?$/, { message: 'ARCHIVE_S3 must be like s3://bucket/prefix' })
  ARCHIVE_S3?: string;

  /** Mail server for completion mails. Unset: none are sent. */
  @UrlSetting(['smtp', 'smtps'], { optional: true }) SMTP_URL?: string;

  /** Sender of completion mails. */
  @TextSetting() MAIL_FROM = 'portolan@localhost';

  /** How often mails that are due are looked for, ms. */
  @DurationSetting() MAIL_POLL_MS = 2000;

  /** How often webhooks that are due are looked for, ms. */
  @DurationSetting() WEBHOOK_POLL_MS = 1000;

  /** How long a webhook may take to answer, ms; at most half of the minute after which another try is made. */
  @NumberSetting({ min: 1, max: 30_000 }) WEBHOOK_TIMEOUT_MS = 10_000;

  /** Jobs that are over are kept so long, ms, with their archives and attachments; 0: for ever (reference: jobs §11). */
  @NumberSetting() JOB_RETENTION_MS = 7_776_000_000;

  /** How often jobs and registry entries are looked for whose time is over, ms. */
  @DurationSetting() JOB_RETENTION_TICK_MS = 600_000;

  /**
   * Clusters that are TERMINATED, commands and applications that are INACTIVE go when they were not changed for so long
   * and nothing refers to them, ms; 0: never.
   */
  @NumberSetting() REGISTRY_RETENTION_MS = 0;

  /** How often jobs that are over are settled, ms: totals of searches count what is not settled each time. */
  @DurationSetting() JOB_SETTLE_MS = 2000;

  /** How often bulk kills that are due are looked for when no signal comes, ms. */
  @DurationSetting() BULK_KILL_POLL_MS = 5000;

  /** How often status streams look into the database when no signal comes, ms. */
  @DurationSetting() STATUS_POLL_MS = 1000;

  /** How often an idle status stream is kept alive, ms. */
  @DurationSetting() STATUS_HEARTBEAT_MS = 15_000;

  /** Status streams that a process has open at the most. */
  @NumberSetting({ min: 1 }) STATUS_STREAMS_LIMIT = 5000;

  /** Files that clients of a process read from nodes at the same time, at the most (reference: jobs §1.7). */
  @NumberSetting({ min: 1 }) LIVE_TRANSFERS_LIMIT = 100;

  /** A file that is read from a node and stands still is given up after so long, ms. */
  @DurationSetting() LIVE_TRANSFER_STALL_MS = 60_000;

  /** How often attachments that no job has are looked for, ms. */
  @DurationSetting() ATTACHMENTS_CLEANUP_MS = 3_600_000;

  /** Attachments that no job has are removed after so long, ms: their job may be about to be stored. */
  @DurationSetting() ATTACHMENTS_ORPHAN_MS = 86_400_000;

  /** Attachments of a job at the most. */
  @NumberSetting() ATTACHMENTS_LIMIT = 100;
}

import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import {
  ChoiceSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  ServiceConfig,
  TextSetting,
  UrlSetting,
} from '@portolan/service';
import { Matches } from 'class-validator';
import { RunAsGroup } from '../accounts/run-as';

/** Share of the machine's memory for launches when `NODE_MEMORY_MB` is unset. */
const MEMORY_SHARE = 0.8;
const MEGABYTE = 2 ** 20;

/**
 * Access to objects of `s3://bucket/key` addresses. Credentials come from the default chain of the AWS SDK:
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, the role of the machine.
 */
export class ObjectStoreConfig extends ServiceConfig {
  /** Address of an S3-compatible store. Unset: AWS. */
  @UrlSetting(['http', 'https'], { optional: true }) S3_ENDPOINT?: string;

  /** Region of the buckets. */
  @TextSetting() S3_REGION = 'us-east-1';

  /** `on`: the bucket is part of the path, not of the host name. Most stores other than AWS need this. */
  @ChoiceSetting(['on', 'off']) S3_PATH_STYLE = 'off';
}

/** Settings of the role `node`, in addition to those of every service. Durations are in ms. */
export class NodeConfig extends ObjectStoreConfig {
  /** The agent cluster of this node; letters, digits, `_` and `-`. */
  @TextSetting() @Matches(AGENT_CLUSTER_PATTERN) AGENT_CLUSTER = 'default';

  /** Unset: generated once and kept in `NODE_WORK_DIR`, so that a restarted node keeps its identity. */
  @TextSetting({ optional: true }) @Matches(/^[\w.-]{1,64}$/) NODE_ID?: string;

  /** Directories of launches, the journal and the node's own files. Exclusive to one process. */
  @TextSetting() NODE_WORK_DIR: string = join(tmpdir(), 'portolan-node');

  /** Launcher details that clients see in `launcherExt`. */
  @TextSetting() LAUNCHER_CLASS = 'local';

  /** Availability zone, reported to owners with a claim. */
  @TextSetting({ optional: true }) NODE_ZONE?: string;

  /** Concurrent launches. */
  @NumberSetting({ min: 0, max: 100_000 }) NODE_SLOTS = 64;

  /** Memory for all launches, MB. Unset: 80 % of the machine's. */
  @NumberSetting({ min: 1 }) NODE_MEMORY_MB: number = Math.floor((totalmem() / MEGABYTE) * MEMORY_SHARE);

  /** Ports for launches, first-last; must not overlap the ephemeral ports of the system. */
  @TextSetting()
  @Matches(/^\d{1,5}-\d{1,5}$/, { message: 'PORT_RANGE must be like 21000-24999' })
  PORT_RANGE = '21000-24999';

  /** Host under which others reach the launches of this node, and the node itself unless INTERNAL_URL is set. */
  @TextSetting() ADVERTISE_HOST = '127.0.0.1';

  /** Grace between TERM and KILL when the owner sets none (node stopped, lease lost, launch forgotten). */
  @NumberSetting() KILL_GRACE_MS = 10_000;

  /** Delay before reports that the owner has not stored are sent again, and ended launches are cleared up. */
  @DurationSetting() LAUNCH_REPORT_MS = 2000;

  /** Time limit of an owner's answer to a claim or a lease renewal. */
  @DurationSetting() OWNER_TIMEOUT_MS = 5000;

  /** Pause before an unanswered claim is retried, and before the offers of an unreachable owner are delivered again. */
  @DurationSetting() CLAIM_RETRY_MS = 1000;

  /** Interval of the checks of running processes; their end is normally noticed at once. */
  @DurationSetting() PROCESS_POLL_MS = 1000;

  /** Interval of the memory samples of launches. */
  @DurationSetting() MEMORY_CHECK_MS = 5000;

  /** Interval of the directory checks of jobs. */
  @DurationSetting() FILES_CHECK_MS = 60_000;

  /** Limit of files and folders in a job's directory. */
  @NumberSetting({ min: 1 }) FILES_LIMIT = 64_000;

  /** Size limit of one file of a job, MB; also applies to `stdout` and `stderr`. */
  @NumberSetting({ min: 1 }) FILE_LIMIT_MB = 8192;

  /** Size limit of all files of a job together, MB. */
  @NumberSetting({ min: 1 }) DIRECTORY_LIMIT_MB = 16_384;

  /** `auto`: launches run in control groups where the kernel allows the node to create them. */
  @ChoiceSetting(['auto', 'off']) CGROUPS: 'auto' | 'off' = 'auto';

  /** Limit of processes and threads of one launch; only with control groups. */
  @NumberSetting({ min: 2 }) PROCESS_LIMIT = 4096;

  /** Processor limit of one launch; only with control groups. Unset: no limit. */
  @NumberSetting({ optional: true, min: 1 }) CPU_LIMIT?: number;

  /** Time limit of an archive. A user has at most two archives at a time, so a slow one would keep others waiting. */
  @DurationSetting() ARCHIVE_TIME_LIMIT_MS = 1_800_000;

  /** Time limit of the search for secrets in the output of an ended job; unsearched files are withheld. */
  @DurationSetting() SECRETS_COVER_LIMIT_MS = 60_000;

  /** Interval of the heartbeats to the registry of nodes. */
  @DurationSetting() NODE_HEARTBEAT_MS = 5000;

  /** Files of ended launches are removed after this time (V3-JOB-30). */
  @DurationSetting() NODE_RETENTION_MS = 259_200_000;

  /** Interval of the removal of expired directories. */
  @DurationSetting() NODE_CLEANUP_MS = 3_600_000;

  /** `off`: dependencies of cluster, command and applications are removed after the job is archived (V3-RUN-12). */
  @ChoiceSetting(['on', 'off']) KEEP_DEPENDENCIES: 'on' | 'off' = 'off';

  /** Time limit after which the verbs `stop` and `drain` answer. */
  @DurationSetting() NODE_STOP_LIMIT_MS = 15_000;

  /** Time limit of one download. */
  @DurationSetting() DOWNLOAD_TIMEOUT_MS = 600_000;

  /** Size limit of one downloaded file, MB. */
  @NumberSetting({ min: 1 }) DOWNLOAD_LIMIT_MB = 2048;

  /** Size limit of the download cache, MB; evicts the least recently used. 0: no cache. */
  @NumberSetting() DOWNLOAD_CACHE_MB = 4096;

  /**
   * Folders of the node's machine that `file` addresses may lead into; the target of a link counts. Unset: all, but
   * none with RUN_AS_USER, because the node reads them as root for every user.
   */
  @ListSetting({ optional: true }) FILE_ROOTS?: string[];

  /** Size limit of an unpacked zip, MB. */
  @NumberSetting({ min: 1 }) UNPACK_LIMIT_MB = 4096;

  /** Limit of files and folders in one zip, those without an entry of their own included. */
  @NumberSetting({ min: 1 }) UNPACK_LIMIT_ENTRIES = 100_000;

  /** `on`: every launch runs as the unix user it is submitted for. The node must run as root. */
  @ChoiceSetting(['on', 'off']) RUN_AS_USER: 'on' | 'off' = 'off';

  /** Policy for launches that ask for a unix group: `if-possible` needs a node that runs as root and has the group. */
  @ChoiceSetting(Object.values(RunAsGroup)) RUN_AS_GROUP: RunAsGroup = RunAsGroup.IfPossible;

  /** Lower user ids are system accounts; no launch runs as them. */
  @NumberSetting({ min: 1 }) RUN_AS_MIN_UID = 1000;

  /** Folder of the secrets that jobs name as `file:path/inside`. Unset: none. */
  @TextSetting({ optional: true }) SECRETS_DIR?: string;

  /** File of a provider of secrets that replaces the built-in one. */
  @TextSetting({ optional: true }) SECRETS_PROVIDER?: string;

  /** PATH, HOME and LANG of the processes: the node's own. */
  @TextSetting() PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  @TextSetting() HOME = '/';
  @TextSetting() LANG = 'C.UTF-8';
}

/** Returns the secrets that jobs may name as `env:<name>`: the node's variables `JOB_SECRET_<name>`. */
export const secretVariables = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(process.env).flatMap(([variable, value]) => {
      const [, name] = /^JOB_SECRET_(.*)$/s.exec(variable) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );

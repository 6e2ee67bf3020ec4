import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import { ChoiceSetting, DurationSetting, ListSetting, NumberSetting, TextSetting } from '@portolan/service';
import { Matches } from 'class-validator';
import { RunAsGroup } from './accounts/run-as';
import { ObjectStoreConfig } from '../object-store/object-store-config';

/** Share of the machine's memory that launches may take when `NODE_MEMORY_MB` does not say. */
const MEMORY_SHARE = 0.8;
const MEGABYTE = 2 ** 20;

/** What the role `node` reads besides what every service reads. Durations are in ms. */
export class NodeConfig extends ObjectStoreConfig {
  /** The agent cluster whose launches this node takes; letters, digits, `_` and `-`. */
  @TextSetting() @Matches(AGENT_CLUSTER_PATTERN) AGENT_CLUSTER = 'default';

  /** Unset: made once and kept in `NODE_WORK_DIR`, so that a restarted node is the same node. */
  @TextSetting({ optional: true }) @Matches(/^[\w.-]{1,64}$/) NODE_ID?: string;

  /** Where launches live: their directories, the journal, the node's own files. One process at a time. */
  @TextSetting() NODE_WORK_DIR: string = join(tmpdir(), 'portolan-node');

  /** What clients are told of how their jobs were started (`launcherExt`). */
  @TextSetting() LAUNCHER_CLASS = 'local';

  /** Availability zone, told to owners when a launch is claimed. */
  @TextSetting({ optional: true }) NODE_ZONE?: string;

  /** Launches that run at the same time. */
  @NumberSetting({ min: 0, max: 100_000 }) NODE_SLOTS = 64;

  /** Memory that launches may take together, MB. Unset: 80 % of the machine's. */
  @NumberSetting({ min: 1 }) NODE_MEMORY_MB: number = Math.floor((totalmem() / MEGABYTE) * MEMORY_SHARE);

  /** Ports for launches, first-last; outside the range from which the system takes ports by itself. */
  @TextSetting()
  @Matches(/^\d{1,5}-\d{1,5}$/, { message: 'PORT_RANGE must be like 21000-24999' })
  PORT_RANGE = '21000-24999';

  /** Host by which others reach the launches of this node, and the node itself unless INTERNAL_URL says more. */
  @TextSetting() ADVERTISE_HOST = '127.0.0.1';

  /** Between TERM and KILL where the owner did not say (node stopped, lease lost, launch forgotten). */
  @NumberSetting() KILL_GRACE_MS = 10_000;

  /** After this long, reports that the owner has not stored are sent again, and ended launches are cleared up. */
  @DurationSetting() LAUNCH_REPORT_MS = 2000;

  /** How long an owner may take to answer a claim or a lease renewal. */
  @DurationSetting() OWNER_TIMEOUT_MS = 5000;

  /** Pause before an unanswered claim is asked again, and before offers of an unreachable owner are looked at again. */
  @DurationSetting() CLAIM_RETRY_MS = 1000;

  /** How often running processes are looked at; their end is normally noticed at once. */
  @DurationSetting() PROCESS_POLL_MS = 1000;

  /** How often the resident memory of launches is sampled. */
  @DurationSetting() MEMORY_CHECK_MS = 5000;

  /** How often the directories of jobs are looked through. */
  @DurationSetting() FILES_CHECK_MS = 60_000;

  /** Files and folders that a job may have in its directory (reference: jobs §4.6). */
  @NumberSetting({ min: 1 }) FILES_LIMIT = 64_000;

  /** Size of one file of a job at the most, `stdout` and `stderr` too, MB. */
  @NumberSetting({ min: 1 }) FILE_LIMIT_MB = 8192;

  /** Size of all files of a job together at the most, MB. */
  @NumberSetting({ min: 1 }) DIRECTORY_LIMIT_MB = 16_384;

  /** `auto`: launches are kept in control groups where the kernel lets the node make any. */
  @ChoiceSetting(['auto', 'off']) CGROUPS: 'auto' | 'off' = 'auto';

  /** Processes and threads that a launch may have at a time; only with control groups. */
  @NumberSetting({ min: 2 }) PROCESS_LIMIT = 4096;

  /** Processors that a launch may use at the most; only with control groups. Unset: no limit. */
  @NumberSetting({ optional: true, min: 1 }) CPU_LIMIT?: number;

  /** An archive that takes longer fails: a user makes two at a time at the most, and others don't wait for ever. */
  @DurationSetting() ARCHIVE_TIME_LIMIT_MS = 1_800_000;

  /** How long secrets are looked for in the output of a job that is over; what was not looked through is withheld. */
  @DurationSetting() SECRETS_COVER_LIMIT_MS = 60_000;

  /** How often the node tells the registry of nodes that it lives. */
  @DurationSetting() NODE_HEARTBEAT_MS = 5000;

  /** What a launch left on the disk is removed after this long (reference: jobs §11). */
  @DurationSetting() NODE_RETENTION_MS = 259_200_000;

  /** How often directories that are old enough are looked for. */
  @DurationSetting() NODE_CLEANUP_MS = 3_600_000;

  /** `off`: what cluster, command and applications brought to a job is removed when it is over and archived. */
  @ChoiceSetting(['on', 'off']) KEEP_DEPENDENCIES: 'on' | 'off' = 'off';

  /** How long the verbs `stop` and `drain` wait at the most before they answer. */
  @DurationSetting() NODE_STOP_LIMIT_MS = 15_000;

  /** A download that takes longer fails. */
  @DurationSetting() DOWNLOAD_TIMEOUT_MS = 600_000;

  /** Size of one downloaded file at the most, MB. */
  @NumberSetting({ min: 1 }) DOWNLOAD_LIMIT_MB = 2048;

  /** What downloads of all jobs are kept for the next ones, MB; the least recently used go first. 0: none are kept. */
  @NumberSetting() DOWNLOAD_CACHE_MB = 4096;

  /**
   * Folders of the node's machine that `file` addresses may lead into; links count by where they lead. Unset: all; none
   * with RUN_AS_USER, for the node reads them as root, whoever asks.
   */
  @ListSetting({ optional: true }) FILE_ROOTS?: string[];

  /** Size of what one zip unpacks to at the most, MB. */
  @NumberSetting({ min: 1 }) UNPACK_LIMIT_MB = 4096;

  /** Entries of one zip at the most. */
  @NumberSetting({ min: 1 }) UNPACK_LIMIT_ENTRIES = 100_000;

  /** `on`: every launch runs as the unix user that it is submitted for. The node must run as root. */
  @ChoiceSetting(['on', 'off']) RUN_AS_USER: 'on' | 'off' = 'off';

  /** When a launch runs under the unix group that it asks for: `if-possible` is when the node runs as root and has it. */
  @ChoiceSetting(Object.values(RunAsGroup)) RUN_AS_GROUP: RunAsGroup = RunAsGroup.IfPossible;

  /** Users with lower ids are accounts of the system: no launch runs as them. */
  @NumberSetting({ min: 1 }) RUN_AS_MIN_UID = 1000;

  /** Folder of the secrets that jobs may name as `file:path/inside`. Unset: none. */
  @TextSetting({ optional: true }) SECRETS_DIR?: string;

  /** File of a provider of secrets that takes the place of the node's own. */
  @TextSetting({ optional: true }) SECRETS_PROVIDER?: string;

  /** What processes get as PATH, HOME and LANG: the node's own. */
  @TextSetting() PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  @TextSetting() HOME = '/';
  @TextSetting() LANG = 'C.UTF-8';
}

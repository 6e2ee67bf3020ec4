import { defineQueue, type QueueDefinition } from '@portolan/messaging';
import { isPlainSnapshot } from './plain-snapshot';
import { Flag, JsonObject, Nested, Numeric, OneOf, Text } from '@portolan/validation';

/** Where a launch is on its node. */
export const LaunchPhase = {
  /** Claimed; its directory is being made and its files fetched. */
  Preparing: 'preparing',
  /** The process runs. */
  Running: 'running',
  /** The process has ended, or there never was one: see `outcome`. */
  Ended: 'ended',
} as const;
export type LaunchPhase = (typeof LaunchPhase)[keyof typeof LaunchPhase];

/** How a launch ended. */
export const LaunchOutcome = {
  /** The process ended by itself; `exitCode` tells how (128 + n for a signal that was not ours). */
  Exited: 'exited',
  /** It was stopped: by its owner, its node or its time limit; see `stopReason`. */
  Stopped: 'stopped',
  /** It could not be started: see `failure`. */
  NotStarted: 'notStarted',
} as const;
export type LaunchOutcome = (typeof LaunchOutcome)[keyof typeof LaunchOutcome];

/** Why a launch was stopped. */
export const StopReason = {
  /** Its owner wanted so (a user's kill, a scale-down, a replacement). */
  Owner: 'owner',
  /** Its time limit. */
  Timeout: 'timeout',
  /** Its processes had more resident memory than its limit. */
  Memory: 'memory',
  /** Its directory had too many files, too large a file, or too much in sum. */
  Files: 'files',
  /** Its node was stopped. */
  Node: 'node',
  /** Its node lost the lease, so the owner has given it up already. */
  LeaseLost: 'leaseLost',
} as const;
export type StopReason = (typeof StopReason)[keyof typeof StopReason];

/** What became of the archive that the offer asked for; told some time after the end. */
export const ArchiveOutcome = {
  Archived: 'archived',
  Failed: 'failed',
  /** There was nothing to archive. */
  NoFiles: 'noFiles',
} as const;
export type ArchiveOutcome = (typeof ArchiveOutcome)[keyof typeof ArchiveOutcome];

/** Why a launch could not be started. */
export class LaunchFailure {
  /** Machine-readable: `downloadFailed`, `artifactInvalid`, `missingParameter`, `noRuntime`, `startFailed`, `directoryFailed`, `userFailed`, `secretFailed`. */
  @Text({ max: 64 }) code!: string;

  /** For people; names the file or parameter that it is about. */
  @Text({ max: 4096 }) message!: string;

  /** True when another try can't help. */
  @Flag() permanent!: boolean;
}

/**
 * The whole state of one launch as its node sees it (design §3.4). Of two snapshots the one with the
 * higher sequence wins, so repeats and reordering don't matter.
 */
export class LaunchSnapshot {
  @Text({ max: 64 }) launchId!: string;
  @Text({ max: 64 }) nodeId!: string;

  /** The claim that it belongs to; snapshots of another claim are ignored. */
  @Text({ max: 64 }) token!: string;

  @Numeric({ integer: true, min: 1 }) sequence!: number;

  @OneOf(LaunchPhase) phase!: LaunchPhase;

  /** What runs the launch: `launcherClass`, `sourceHostname`, and whatever else the launcher has to tell. */
  @JsonObject({ optional: true }) launcher?: Record<string, string>;

  /** Ports that the node gave, by environment variable. */
  @JsonObject() ports!: Record<string, number>;

  @Numeric({ optional: true, integer: true }) processId?: number;

  /** Start and end of the process as its wrapper recorded them, ms since the epoch. */
  @Numeric({ optional: true, integer: true }) startedAt?: number;
  @Numeric({ optional: true, integer: true }) finishedAt?: number;

  @OneOf(LaunchOutcome, { optional: true }) outcome?: LaunchOutcome;
  @Numeric({ optional: true, integer: true }) exitCode?: number;
  @OneOf(StopReason, { optional: true }) stopReason?: StopReason;
  /** The reason for which its node stopped it, for people: `node n1 was drained`. */
  @Text({ optional: true, max: 1024 }) stopDetail?: string;
  @Nested(() => LaunchFailure, { optional: true }) failure?: LaunchFailure;

  /** The process ended before it had removed the offer's `setupMarker`. */
  @Flag({ optional: true }) setupFailed?: boolean;

  /** Sizes of the two files after the end, bytes. */
  @Numeric({ optional: true, integer: true, min: 0 }) stdoutBytes?: number;
  @Numeric({ optional: true, integer: true, min: 0 }) stderrBytes?: number;

  @OneOf(ArchiveOutcome, { optional: true }) archive?: ArchiveOutcome;
}

const eventQueues = new Map<string, QueueDefinition<LaunchSnapshot>>();

/** The queue on which nodes report to one owner. */
export function launchEventsQueue(owner: string): QueueDefinition<LaunchSnapshot> {
  const known = eventQueues.get(owner);
  if (known) return known;
  const queue = defineQueue({
    name: `launch-events.${owner}`,
    message: LaunchSnapshot,
    isPlain: isPlainSnapshot,
    version: 1,
    attempts: 8,
    backoffMs: 250,
  });
  eventQueues.set(owner, queue);
  return queue;
}

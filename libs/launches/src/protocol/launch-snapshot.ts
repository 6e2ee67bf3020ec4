import { Flag, JsonObject, Nested, Numeric, OneOf, Text } from '@portolan/validation';

/** Phase of a launch on its node: claimed, its files are fetched; its process runs; it has ended or never started. */
export const LaunchPhase = { Preparing: 'preparing', Running: 'running', Ended: 'ended' } as const;
export type LaunchPhase = (typeof LaunchPhase)[keyof typeof LaunchPhase];

export const LaunchOutcome = {
  /** The process ended by itself; see `exitCode` (128 + n for a signal that the node did not send). */
  Exited: 'exited',
  /** Stopped by its owner, its node or its time limit; see `stopReason`. */
  Stopped: 'stopped',
  /** The process could not be started: see `failure`. */
  NotStarted: 'notStarted',
} as const;
export type LaunchOutcome = (typeof LaunchOutcome)[keyof typeof LaunchOutcome];

/** Reason for which a launch was stopped. */
export const StopReason = {
  /** Requested by the owner (a user's kill, a scale-down, a replacement). */
  Owner: 'owner',
  Timeout: 'timeout',
  /** The resident memory of its processes exceeded the limit. */
  Memory: 'memory',
  /** The directory of the launch exceeded the number, size or total size of files. */
  Files: 'files',
  /** The node was stopped. */
  Node: 'node',
  /** The node lost its lease, so the owner has ended the launch already. */
  LeaseLost: 'leaseLost',
} as const;
export type StopReason = (typeof StopReason)[keyof typeof StopReason];

/** Result of the requested archive; reported some time after the end. `noFiles`: there was nothing to archive. */
export const ArchiveOutcome = { Archived: 'archived', Failed: 'failed', NoFiles: 'noFiles' } as const;
export type ArchiveOutcome = (typeof ArchiveOutcome)[keyof typeof ArchiveOutcome];

/** Characters of a `lastLine` at most. */
export const LAST_LINE_LENGTH = 512;

/** Reason for which a launch could not be started. */
export class LaunchFailure {
  /** Machine-readable: `downloadFailed`, `artifactInvalid`, `missingParameter`, `noRuntime`, `startFailed`, `directoryFailed`, `userFailed`, `secretFailed`. */
  @Text({ max: 64 }) code!: string;
  /** Readable message; names the file or parameter at fault. */
  @Text({ max: 4096 }) message!: string;
  /** True when a retry is pointless. */
  @Flag() permanent!: boolean;
}

/**
 * The whole state of one launch as its node sees it. Of two snapshots the one with the
 * higher sequence wins, so repetition and reordering are harmless.
 */
export class LaunchSnapshot {
  @Text({ max: 64 }) launchId!: string;
  @Text({ max: 64 }) nodeId!: string;
  /** Token of the claim; snapshots of another claim are ignored. */
  @Text({ max: 64 }) token!: string;
  @Numeric({ integer: true, min: 1 }) sequence!: number;
  @OneOf(LaunchPhase) phase!: LaunchPhase;
  /** Facts about the launcher: `launcherClass`, `sourceHostname`, and others of its choice. */
  @JsonObject({ optional: true }) launcher?: Record<string, string>;
  /** Ports that the node assigned, by environment variable. */
  @JsonObject() ports!: Record<string, number>;
  @Numeric({ optional: true, integer: true }) processId?: number;
  /** Start and end of the process as its wrapper recorded them, ms since the epoch. */
  @Numeric({ optional: true, integer: true }) startedAt?: number;
  @Numeric({ optional: true, integer: true }) finishedAt?: number;
  @OneOf(LaunchOutcome, { optional: true }) outcome?: LaunchOutcome;
  @Numeric({ optional: true, integer: true }) exitCode?: number;
  @OneOf(StopReason, { optional: true }) stopReason?: StopReason;
  /** Readable reason for which the node stopped the launch: `node n1 was drained`. */
  @Text({ optional: true, max: 1024 }) stopDetail?: string;
  @Nested(() => LaunchFailure, { optional: true }) failure?: LaunchFailure;
  /** The process ended before it had removed the offer's `setupMarker`. */
  @Flag({ optional: true }) setupFailed?: boolean;
  /** Sizes of stdout and stderr after the end, bytes. */
  @Numeric({ optional: true, integer: true, min: 0 }) stdoutBytes?: number;
  @Numeric({ optional: true, integer: true, min: 0 }) stderrBytes?: number;
  /** The last line of `stderr` of a worker that failed, for people. */
  @Text({ optional: true, max: LAST_LINE_LENGTH }) lastLine?: string;
  @OneOf(ArchiveOutcome, { optional: true }) archive?: ArchiveOutcome;
}

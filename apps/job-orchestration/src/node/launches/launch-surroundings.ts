import type { ServiceLogger } from '@portolan/service';
import type { RunAs } from '../accounts/run-as';
import type { LeaseGuard } from '../process/start-script';
import type { LaunchLog } from './agent-log';
import type { LaunchDirectory } from './launch-directory';
import type { LaunchJournal } from './launch-journal';
import type { LaunchRecord } from './launch-record';

/** What a process is started with, once its directory stands. */
export interface PreparedLaunch {
  command: string[];
  environment: Record<string, string>;
  /** Undefined: as the node itself. */
  runAs: RunAs | undefined;
  /** Variables that are in a file of their own. */
  secretVariables: boolean;
  /** The process joins its control group by writing 0 to each; none where there are no groups. */
  cgroupFiles: readonly string[];
}

/** What a running launch needs of its node. */
export interface LaunchSurroundings {
  readonly journal: LaunchJournal;
  readonly logger: ServiceLogger;
  /** How often a running process is looked at, ms. */
  readonly pollMs: number;
  /** The processes of a launch, its wrapper apart, as they are some time after the call. */
  processes(launchId: string, wrapperPid: number | undefined): Promise<number[]>;
  /** From now on none of its processes starts another one; nothing where there are no control groups. */
  forbidForks(launchId: string): void;
  /** Processes of its control group that the kernel has killed because memory ran out; undefined when it has no group. */
  oomKills(launchId: string): number | undefined;
  /** Fills the directory. @throws LaunchFailed */
  prepare(
    record: LaunchRecord,
    directory: LaunchDirectory,
    log: LaunchLog,
    signal: AbortSignal,
  ): Promise<PreparedLaunch>;
  /** How a worker's wrapper watches the lease. */
  guardFor(record: LaunchRecord): LeaseGuard;
  /** Describes the limit that the directory of a launch exceeds; undefined when it exceeds none, or the look takes too long. */
  excess(record: LaunchRecord, directory: LaunchDirectory): Promise<string | undefined>;
  /** See `concealSecrets`. */
  conceal(directory: LaunchDirectory): Promise<number>;
  /** Gives the record its next sequence, writes it down and has it reported. */
  changed(record: LaunchRecord): Promise<void>;
}

import type { ServiceLogger } from '@portolan/service';
import type { LaunchCgroupsService } from '../cgroups/launch-cgroups.service';
import type { NodeConfig } from '../config/node-config';
import type { AgentLog } from '../launch-directory/agent-log';
import type { Spawner } from '../process/spawner';
import type { LeaseGuard, PreparedLaunch } from '../process/wrapper-script';
import type { LaunchJournal } from './launch-journal';
import type { LaunchRecord } from './launch-record';

/** The parts of the node that a running launch needs. */
export interface LaunchSurroundings {
  readonly config: NodeConfig;
  readonly journal: LaunchJournal;
  readonly logger: ServiceLogger;
  readonly spawner: Spawner;
  readonly cgroups: Pick<LaunchCgroupsService, 'groups'>;
  /** Returns the processes of a launch without its wrapper, as of some time after the call. */
  processes(launchId: string, wrapperPid: number | undefined): Promise<number[]>;
  /** Fills the directory. @throws LaunchFailed */
  prepare(record: LaunchRecord, log: AgentLog, signal: AbortSignal): Promise<PreparedLaunch>;
  /** Returns the lease settings for the wrapper of a launch that ends with the lease. */
  guardFor(record: LaunchRecord): LeaseGuard;
  /** Assigns the next sequence to the record, writes it, and has it reported. */
  changed(record: LaunchRecord): Promise<void>;
}

import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { counterIn, processesIn, removeGroup, setValue, trySetValue } from './cgroup-files';
import { LAUNCHES_FOLDER, type CgroupLimits, type Cgroups } from './cgroups';

/** The node's own groups, one for each controller. */
export interface OwnFolders {
  memory: string;
  pids: string;
  cpu: string | undefined;
}

const PERIOD_US = 100_000;
/**
 * Takes a single thread. A shell that joins by it, itself, spares the machine a lock that `cgroup.procs` takes, for which all
 * processors are waited for.
 */
const JOIN_FILE = 'tasks';

/** Version 1: each controller has a hierarchy of its own, so a launch has a group in each. */
export class CgroupsV1 implements Cgroups {
  readonly version = 1;
  private readonly memory: string;
  private readonly pids: string;
  private readonly cpu: string | undefined;

  /** @throws errors of the system when this process may not make groups */
  constructor({ memory, pids, cpu }: OwnFolders) {
    this.memory = join(memory, LAUNCHES_FOLDER);
    this.pids = join(pids, LAUNCHES_FOLDER);
    this.cpu = cpu === undefined ? undefined : join(cpu, LAUNCHES_FOLDER);
    for (const folder of this.folders) mkdirSync(folder, { recursive: true });
    accessSync(join(this.memory, 'memory.limit_in_bytes'), constants.W_OK);
    accessSync(join(this.pids, 'pids.max'), constants.W_OK);
  }

  create(launchId: string, { memoryBytes, processes, cpus }: CgroupLimits): string[] {
    const folders = cpus === undefined ? [this.pids, this.memory] : this.folders;
    const groups = folders.map((folder) => join(folder, launchId));
    for (const group of groups) mkdirSync(group, { recursive: true });
    setValue(join(this.pids, launchId), 'pids.max', processes);
    if (memoryBytes !== undefined) {
      const group = join(this.memory, launchId);
      setValue(group, 'memory.limit_in_bytes', memoryBytes);
      // Memory and swap together: what does not fit is not swapped out instead.
      trySetValue(group, 'memory.memsw.limit_in_bytes', memoryBytes);
    }
    if (this.cpu !== undefined && cpus !== undefined) {
      const group = join(this.cpu, launchId);
      setValue(group, 'cpu.cfs_period_us', PERIOD_US);
      setValue(group, 'cpu.cfs_quota_us', Math.round(cpus * PERIOD_US));
    }
    return groups.map((group) => join(group, JOIN_FILE));
  }

  processes(launchId: string): number[] | undefined {
    return processesIn(join(this.pids, launchId));
  }

  forbidForks(launchId: string): void {
    trySetValue(join(this.pids, launchId), 'pids.max', 0);
  }

  oomKills(launchId: string): number | undefined {
    return counterIn(join(this.memory, launchId), 'memory.oom_control', 'oom_kill');
  }

  remove(launchId: string): boolean {
    return this.folders.map((folder) => removeGroup(join(folder, launchId))).every(Boolean);
  }

  close(): void {
    for (const folder of this.folders) removeGroup(folder);
  }

  private get folders(): string[] {
    return [this.pids, this.memory, ...(this.cpu === undefined ? [] : [this.cpu])];
  }
}

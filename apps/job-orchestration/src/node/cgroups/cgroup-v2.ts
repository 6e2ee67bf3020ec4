import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES_FILE, counterIn, processesIn, removeGroup, setValue, trySetValue } from './cgroup-files';
import { LAUNCHES_FOLDER, type CgroupLimits, type Cgroups } from './cgroups';

const PERIOD_US = 100_000;
/** The node itself moves there: a group that hands controllers on may not have processes of its own. */
const NODE_FOLDER = 'portolan-node';

/** Version 2: all controllers share one hierarchy, and each is handed on from a group to those below it. */
export class CgroupsV2 implements Cgroups {
  readonly version = 2;
  private readonly folder: string;
  private readonly controllers: string;

  /**
   * @param own the node's group; must be delegated to the node, which is alone in it
   * @throws Error without the controllers; errors of the system when this process may not make groups
   */
  constructor(private readonly own: string) {
    const offered = readFileSync(join(own, 'cgroup.controllers'), 'latin1').trim().split(/\s+/);
    for (const needed of ['memory', 'pids'])
      if (!offered.includes(needed)) throw new Error(`the controller ${needed} is not handed on to ${own}`);
    const used = ['memory', 'pids', 'cpu'].filter((controller) => offered.includes(controller));
    this.controllers = used.map((controller) => `+${controller}`).join(' ');
    this.folder = join(own, LAUNCHES_FOLDER);
    this.handOn();
  }

  create(launchId: string, { memoryBytes, processes, cpus }: CgroupLimits): string[] {
    const group = join(this.folder, launchId);
    mkdirSync(this.folder, { recursive: true });
    setValue(this.folder, 'cgroup.subtree_control', this.controllers);
    mkdirSync(group, { recursive: true });
    setValue(group, 'pids.max', processes);
    if (memoryBytes !== undefined) {
      setValue(group, 'memory.max', memoryBytes);
      trySetValue(group, 'memory.swap.max', 0);
    }
    if (cpus !== undefined && this.controllers.includes('cpu'))
      setValue(group, 'cpu.max', `${Math.round(cpus * PERIOD_US)} ${PERIOD_US}`);
    return [join(group, PROCESSES_FILE)];
  }

  processes(launchId: string): number[] | undefined {
    return processesIn(join(this.folder, launchId));
  }

  forbidForks(launchId: string): void {
    trySetValue(join(this.folder, launchId), 'pids.max', 0);
  }

  oomKills(launchId: string): number | undefined {
    return counterIn(join(this.folder, launchId), 'memory.events', 'oom_kill');
  }

  remove(launchId: string): boolean {
    return removeGroup(join(this.folder, launchId));
  }

  close(): void {
    removeGroup(this.folder);
  }

  private handOn(): void {
    try {
      setValue(this.own, 'cgroup.subtree_control', this.controllers);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
      mkdirSync(join(this.own, NODE_FOLDER), { recursive: true });
      setValue(join(this.own, NODE_FOLDER), PROCESSES_FILE, process.pid);
      try {
        setValue(this.own, 'cgroup.subtree_control', this.controllers);
      } catch (again) {
        trySetValue(this.own, PROCESSES_FILE, process.pid);
        removeGroup(join(this.own, NODE_FOLDER));
        throw again;
      }
    }
    mkdirSync(this.folder, { recursive: true });
    setValue(this.folder, 'cgroup.subtree_control', this.controllers);
  }
}

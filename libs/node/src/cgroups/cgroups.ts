import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ifThere, isAbsent } from '../file-system/atomic-file';
import { ownFolder, parseCgroupMounts, parseOwnCgroups } from './cgroup-paths';

/** Folder below the node's own group that contains the groups of its launches. */
const LAUNCHES_FOLDER = 'portolan';
/** The node moves itself into this group: a group that delegates controllers must not contain processes. */
const NODE_FOLDER = 'portolan-node';
/** Lists the processes of a group; writing an id moves that process into the group. */
const PROCESSES_FILE = 'cgroup.procs';
/** Takes a single thread. Moving itself through `tasks` spares a shell the machine-wide lock of `cgroup.procs`. */
const TASKS_FILE = 'tasks';
const DELEGATION_FILE = 'cgroup.subtree_control';
const PERIOD_US = 100_000;

/** Limits that all processes of a launch share; undefined: no limit. */
export interface CgroupLimits {
  memoryBytes: number | undefined;
  /** Processes and threads at a time. */
  processes: number;
  cpus: number | undefined;
}

/**
 * Control groups of the kernel, one for each launch. A new session, an empty environment or the death of the parent
 * does not take a process out of its group. Only root or the owner of the group's files can move it.
 */
export abstract class Cgroups {
  abstract readonly version: 1 | 2;

  protected constructor(
    protected readonly folders: readonly string[],
    protected readonly pids: string,
    protected readonly memory: string,
    private readonly memoryEvents: string,
  ) {}

  /** Creates the group of a launch. @returns files; a process joins by writing 0 to each. @throws errors of the system */
  abstract create(launchId: string, limits: CgroupLimits): string[];

  /** Returns the ids of the processes in the group; undefined when the launch has no group. */
  processes(launchId: string): number[] | undefined {
    return readValue(join(this.pids, launchId, PROCESSES_FILE))
      ?.split('\n')
      .filter(Boolean)
      .map(Number);
  }

  /** Stops all further forks in the group, so that one round of KILL ends every process. */
  forbidForks(launchId: string): void {
    trySetValue(join(this.pids, launchId), 'pids.max', 0);
  }

  /** Returns how many processes of the group the kernel killed for lack of memory; undefined without a group. */
  oomKills(launchId: string): number | undefined {
    const text = readValue(join(this.memory, launchId, this.memoryEvents));
    return text === undefined ? undefined : Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
  }

  /** @returns false while the group contains processes */
  remove(launchId: string): boolean {
    return this.folders.map((folder) => removeGroup(join(folder, launchId))).every(Boolean);
  }

  /** Returns the groups without processes, of this node or another one in the same group. */
  empty(): string[] {
    const names = new Set(this.folders.flatMap(groupsIn));
    return [...names].filter((name) =>
      this.folders.every((folder) => !readValue(join(folder, name, PROCESSES_FILE))),
    );
  }

  /** Removes the parents of the launches' groups unless they still contain groups. */
  close(): void {
    this.folders.forEach(removeGroup);
  }
}

/** Version 1: every controller has its own hierarchy, so a launch has one group in each. */
export class CgroupsV1 extends Cgroups {
  readonly version = 1;
  private readonly cpu: string | undefined;

  /** @param own the node's own groups @throws errors of the system when this process may not create groups */
  constructor(own: { memory: string; pids: string; cpu: string | undefined }) {
    const [memory, pids] = [join(own.memory, LAUNCHES_FOLDER), join(own.pids, LAUNCHES_FOLDER)];
    const cpu = own.cpu === undefined ? undefined : join(own.cpu, LAUNCHES_FOLDER);
    // Every launch has a group of `cpu`, with a limit or without: the scheduler divides between groups first, so a launch with many
    // processes gets one part.
    const folders = [pids, memory, ...(cpu === undefined ? [] : [cpu])];
    super(folders, pids, memory, 'memory.oom_control');
    this.cpu = cpu;
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    accessSync(join(memory, 'memory.limit_in_bytes'), constants.W_OK);
    accessSync(join(pids, 'pids.max'), constants.W_OK);
  }

  override create(launchId: string, { memoryBytes, processes, cpus }: CgroupLimits): string[] {
    const groups = this.folders.map((folder) => join(folder, launchId));
    for (const group of groups) mkdirSync(group, { recursive: true });
    const [pids = '', memory = '', cpu = ''] = groups;
    setValue(pids, 'pids.max', processes);
    if (memoryBytes !== undefined) {
      setValue(memory, 'memory.limit_in_bytes', memoryBytes);
      // Limits memory and swap together, so that memory beyond the limit is not swapped out instead.
      trySetValue(memory, 'memory.memsw.limit_in_bytes', memoryBytes);
    }
    if (this.cpu !== undefined && cpus !== undefined) {
      setValue(cpu, 'cpu.cfs_period_us', PERIOD_US);
      setValue(cpu, 'cpu.cfs_quota_us', Math.round(cpus * PERIOD_US));
    }
    return groups.map((group) => join(group, TASKS_FILE));
  }
}

/** Version 2: all controllers share one hierarchy, and every group delegates them to its children. */
export class CgroupsV2 extends Cgroups {
  readonly version = 2;
  private readonly controllers: string;

  /** @param own a group that is delegated to the node and has nothing else in it. @throws Error when a controller or the right to write is missing */
  constructor(private readonly own: string) {
    const folder = join(own, LAUNCHES_FOLDER);
    super([folder], folder, folder, 'memory.events');
    const offered = readFileSync(join(own, 'cgroup.controllers'), 'latin1').trim().split(/\s+/);
    for (const needed of ['memory', 'pids'])
      if (!offered.includes(needed)) throw new Error(`controller ${needed} is not delegated to ${own}`);
    const used = ['memory', 'pids', 'cpu'].filter((controller) => offered.includes(controller));
    this.controllers = used.map((controller) => `+${controller}`).join(' ');
    this.handOn();
    this.handOnToLaunches();
  }

  override create(launchId: string, { memoryBytes, processes, cpus }: CgroupLimits): string[] {
    const group = join(this.pids, launchId);
    this.handOnToLaunches();
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

  private handOnToLaunches(): void {
    mkdirSync(this.pids, { recursive: true });
    setValue(this.pids, DELEGATION_FILE, this.controllers);
  }

  private handOn(): void {
    try {
      setValue(this.own, DELEGATION_FILE, this.controllers);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
      const nodeGroup = join(this.own, NODE_FOLDER);
      mkdirSync(nodeGroup, { recursive: true });
      setValue(nodeGroup, PROCESSES_FILE, process.pid);
      try {
        setValue(this.own, DELEGATION_FILE, this.controllers);
      } catch (again) {
        trySetValue(this.own, PROCESSES_FILE, process.pid);
        removeGroup(nodeGroup);
        throw again;
      }
    }
  }
}

/** Opens version 1 if it has memory and process counting, else version 2. @throws Error when neither is usable */
export function openCgroups(proc = '/proc/self'): Cgroups {
  const own = parseOwnCgroups(readFileSync(`${proc}/cgroup`, 'latin1'));
  const mounts = parseCgroupMounts(readFileSync(`${proc}/mountinfo`, 'latin1'));
  const folder = (controller?: string): string | undefined => ownFolder(own, mounts, controller);
  const [memory, pids] = [folder('memory'), folder('pids')];
  if (memory !== undefined && pids !== undefined) return new CgroupsV1({ memory, pids, cpu: folder('cpu') });
  const unified = folder();
  if (unified === undefined) throw new Error('no control groups are mounted');
  return new CgroupsV2(unified);
}

function groupsIn(folder: string): string[] {
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function readValue(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    // ENODEV: the group was removed between opening and reading.
    if (isAbsent(error) || (error as NodeJS.ErrnoException).code === 'ENODEV') return undefined;
    throw error;
  }
}

const setValue = (group: string, name: string, value: string | number): void =>
  writeFileSync(join(group, name), String(value));

/** Sets a value that some kernels lack. */
function trySetValue(group: string, name: string, value: string | number): void {
  try {
    setValue(group, name, value);
  } catch {
    // This kernel does not have the file.
  }
}

/** @returns false while the group is in use */
function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return isAbsent(error);
  }
}

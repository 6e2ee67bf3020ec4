/** Limits for all processes of a launch together. */
export interface CgroupLimits {
  /** Memory, bytes; undefined: no limit of its own. */
  memoryBytes: number | undefined;
  /** Processes and threads at a time. */
  processes: number;
  /** Processors; undefined: no limit. */
  cpus: number | undefined;
}

/**
 * Control groups of the kernel, one for each launch. A process never leaves its group by a new session, an empty
 * environment or the loss of its parent, and only root, or the owner of the group's files, may move it to another one.
 */
export interface Cgroups {
  readonly version: 1 | 2;
  /**
   * Makes the group of a launch.
   *
   * @returns files; a process joins the group by writing 0 to each of them
   * @throws errors of the system
   */
  create(launchId: string, limits: CgroupLimits): string[];
  /** Ids of the processes in the group; undefined when the launch has none. */
  processes(launchId: string): number[] | undefined;
  /** From now on no process in the group starts another one, so that one round of KILL ends them all. */
  forbidForks(launchId: string): void;
  /** How many processes of the group the kernel has killed because memory ran out; undefined when the launch has no group. */
  oomKills(launchId: string): number | undefined;
  /** @returns false while there are processes in it */
  remove(launchId: string): boolean;
  /** Removes what groups of launches are made in, unless there are any. */
  close(): void;
}

/** Folder below the node's own group in which those of its launches are. */
export const LAUNCHES_FOLDER = 'portolan';

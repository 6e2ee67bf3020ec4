import { Injectable } from '@nestjs/common';
import { Metrics, ServiceLogger } from '@portolan/service';
import { NodeConfig } from '../node-config';
import type { Cgroups } from './cgroups';
import { openCgroups } from './open-cgroups';

const MEGABYTE = 2 ** 20;

/**
 * The control group of each launch, where the kernel lets the node make any. Without them launches are told apart by the
 * table of processes, see `processesOf`.
 */
@Injectable()
export class LaunchCgroups {
  private cgroups: Cgroups | undefined;
  /** Groups that still had processes when they were to be removed. */
  private readonly left = new Set<string>();

  constructor(
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'node_cgroup_version',
      'Version of the control groups that this node keeps its launches in; 0 without',
      [],
      (gauge) => gauge.set(this.cgroups?.version ?? 0),
    );
  }

  /** Takes what the kernel offers, and says what that is. */
  open(): void {
    if (this.config.CGROUPS === 'off') return;
    try {
      this.cgroups = openCgroups();
      this.logger.info({ version: this.cgroups.version }, 'launches are kept in control groups');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.info(
        { reason },
        'launches are not kept in control groups: their processes are found by session, descent and environment',
      );
    }
  }

  /**
   * Makes the group of a launch.
   *
   * @param memoryMb at the most, MB; undefined: no limit
   * @returns files; the process joins by writing 0 to each; none without groups
   */
  create(launchId: string, memoryMb: number | undefined): string[] {
    const { PROCESS_LIMIT: processes, CPU_LIMIT: cpus } = this.config;
    const memoryBytes = memoryMb === undefined ? undefined : memoryMb * MEGABYTE;
    try {
      return this.cgroups?.create(launchId, { memoryBytes, processes, cpus }) ?? [];
    } catch (error) {
      this.logger.warn({ err: error, launchId }, 'a launch could not be given a control group');
      this.remove(launchId);
      return [];
    }
  }

  /** Ids of the processes in the launch's group; undefined when it has none. */
  processes(launchId: string): number[] | undefined {
    return this.cgroups?.processes(launchId);
  }

  /** From now on no process in the group starts another one. */
  forbidForks(launchId: string): void {
    this.cgroups?.forbidForks(launchId);
  }

  /** Processes of the launch that the kernel killed because memory ran out; undefined when it has no group. */
  oomKills(launchId: string): number | undefined {
    return this.cgroups?.oomKills(launchId);
  }

  /** Removes the group of a launch that is over; later, while the kernel still counts a process to it. */
  remove(launchId: string): void {
    this.left.add(launchId);
    this.removeLeft();
  }

  /** Tries again to remove what could not be removed. */
  removeLeft(): void {
    for (const id of this.left) if (this.cgroups?.remove(id) ?? true) this.left.delete(id);
  }

  /** Leaves the groups of launches that run on. */
  close(): void {
    this.removeLeft();
    this.cgroups?.close();
  }
}

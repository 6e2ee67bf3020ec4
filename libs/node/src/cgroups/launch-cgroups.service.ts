import { Injectable } from '@nestjs/common';
import { Metrics, ServiceLogger, messageOf } from '@portolan/service';
import { NodeConfig } from '../config/node-config';
import { openCgroups, type Cgroups } from './cgroups';

const MEGABYTE = 2 ** 20;
/** A group that stays empty for this time has no owner, ms: a process joins its group moments after its creation. */
const ABANDONED_MS = 300_000;

/** The control groups of launches; where the kernel allows none, `processesOf` searches the process table. */
@Injectable()
export class LaunchCgroupsService {
  /** Undefined without control groups. */
  groups: Cgroups | undefined;
  /** Groups that still contained processes at their removal. */
  private readonly left = new Set<string>();
  private cleaning: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
    metrics: Metrics,
  ) {
    const help =
      'Version of the control groups that this node uses for launches; 0 without: PROCESS_LIMIT and CPU_LIMIT do not apply';
    metrics.gauge('node_cgroup_version', help, [], (gauge) => gauge.set(this.groups?.version ?? 0));
  }

  /** Chooses the version that the kernel offers, logs the choice, and begins to look for the groups of nodes that are gone. */
  open(): void {
    if (this.config.CGROUPS === 'off') return;
    try {
      this.groups = openCgroups();
      this.logger.info({ version: this.groups.version }, 'launches run in control groups');
    } catch (error) {
      this.logger.info(
        { reason: messageOf(error) },
        'launches run without control groups: their processes are found by session, descent and environment, ' +
          'their memory is sampled, and their processes and processors are not limited',
      );
      return;
    }
    const before = this.groups.empty();
    this.cleaning = setTimeout(() => this.removeAbandoned(before), ABANDONED_MS).unref();
  }

  /** Creates the group of a launch; `memoryMb` undefined: no limit. @returns the files through which a process joins it; none without control groups */
  create(launchId: string, memoryMb: number | undefined): string[] {
    const { PROCESS_LIMIT: processes, CPU_LIMIT: cpus } = this.config;
    const memoryBytes = memoryMb === undefined ? undefined : memoryMb * MEGABYTE;
    try {
      return this.groups?.create(launchId, { memoryBytes, processes, cpus }) ?? [];
    } catch (error) {
      this.logger.warn({ err: error, launchId }, 'control group of a launch could not be created');
      this.remove(launchId);
      return [];
    }
  }

  /** Removes the group of an ended launch, or schedules the removal while the kernel still counts a process in it. */
  remove(launchId: string): void {
    this.left.add(launchId);
    this.removeLeft();
  }

  /** Retries the removal of groups that were still in use. */
  removeLeft(): void {
    for (const id of this.left) if (this.groups?.remove(id) ?? true) this.left.delete(id);
  }

  /** Removes the groups that were empty `before` and still are: nodes that have died, or lost their journal, left them. */
  removeAbandoned(before: readonly string[]): void {
    const still = new Set(this.groups?.empty());
    const removed = before.filter((name) => still.has(name) && this.groups?.remove(name));
    if (removed.length > 0) this.logger.info({ groups: removed.length }, 'abandoned control groups removed');
  }

  /** Keeps the groups of launches that continue to run. */
  close(): void {
    clearTimeout(this.cleaning);
    this.removeLeft();
    this.groups?.close();
  }
}

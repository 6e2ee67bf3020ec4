import { Injectable } from '@nestjs/common';
import { LaunchKind, StopReason } from '@portolan/launches';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { LaunchRecord } from '../launches/launch-record';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { outOfMemoryLine } from './oom-kills';
import { excessIn, fileLimits, type FileLimits } from './directory-usage';
import { proportionalBytes, residentBytes } from './resident-memory';

const MEGABYTE = 2 ** 20;
/** Between TERM and KILL of what uses too much memory, ms: it goes on taking memory from all others. */
const MEMORY_GRACE_MS = 1000;

/** Ends launches that use more than they may: memory of their processes, files in their directory. */
@Injectable()
export class LimitsService {
  private readonly memory: Ticker;
  private readonly files: Ticker;
  private readonly fileLimits: FileLimits;

  constructor(
    private readonly launches: NodeLaunches,
    config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.fileLimits = fileLimits(config);
    this.memory = new Ticker({
      everyMs: config.MEMORY_CHECK_MS,
      run: () => this.checkMemory(),
      onError: (error) => logger.warn({ err: error }, 'memory of launches could not be sampled'),
    });
    this.files = new Ticker({
      everyMs: config.FILES_CHECK_MS,
      run: () => this.checkFiles(),
      onError: (error) => logger.warn({ err: error }, 'directories of launches could not be looked through'),
    });
  }

  start(): void {
    this.memory.start();
    this.files.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.memory.stop(), this.files.stop()]);
  }

  /** The cheap sum decides that all is well; only the exact one ends a launch. */
  private async checkMemory(): Promise<void> {
    this.launches.cgroups.removeLeft();
    const limited: LaunchRecord[] = [];
    for (const record of this.running()) {
      if (record.offer.limits.residentMb == null) continue;
      // Where the kernel holds the limit, it is enough to ask whether it had to kill.
      const kills = this.launches.cgroups.oomKills(record.offer.launchId);
      if (kills === undefined) limited.push(record);
      else if (kills > 0) await this.end(record, StopReason.Memory, outOfMemoryLine(record.offer.limits));
    }
    if (limited.length === 0) return;
    const table = await this.launches.scan.look();
    for (const record of limited) {
      const limitMb = record.offer.limits.residentMb ?? Infinity;
      const pids = this.launches.processesOf(table, record.offer.launchId, record.process?.pid);
      if (residentBytes(pids) <= limitMb * MEGABYTE) continue;
      const usedMb = Math.ceil(proportionalBytes(pids) / MEGABYTE);
      if (usedMb <= limitMb) continue;
      await this.end(record, StopReason.Memory, `${usedMb} MB of memory in use, ${limitMb} MB allowed`);
    }
  }

  /** One directory after the other, so that the disk stays free for others. */
  private async checkFiles(): Promise<void> {
    for (const record of this.running()) {
      if (record.offer.kind !== LaunchKind.Batch) continue;
      const { job } = this.launches.journal.directory(record.offer.launchId);
      const excess = await excessIn(job, this.fileLimits);
      if (excess !== undefined) await this.end(record, StopReason.Files, excess);
    }
  }

  private running(): LaunchRecord[] {
    return this.launches.all().filter(({ process, stop, end }) => process && !stop && !end);
  }

  private async end({ offer }: LaunchRecord, reason: StopReason, why: string): Promise<void> {
    const { launchId, limits } = offer;
    this.logger.info({ launchId, reason, why }, 'launch exceeds its limits');
    const graceMs = reason === StopReason.Memory ? MEMORY_GRACE_MS : Infinity;
    await this.launches.stop(launchId, reason, Math.min(limits.killGraceMs, graceMs), why);
  }
}

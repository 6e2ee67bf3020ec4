import { Injectable } from '@nestjs/common';
import { LaunchKind, StopReason } from '@portolan/launches';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { LaunchRecord } from './launch-record';
import { NodeLaunchesService } from './node-launches.service';
import { NodeConfig } from '../config/node-config';
import { exceededFileLimit, fileLimits, type FileLimits } from '../limits/file-limits';
import { outOfMemoryLine, proportionalBytes, residentBytes } from '../limits/memory-limits';

const MEGABYTE = 2 ** 20;
/** Grace between TERM and KILL for excessive memory use, ms: meanwhile the process keeps taking memory from others. */
const MEMORY_GRACE_MS = 1000;

/**
 * Ends running launches that exceed their limits: memory of their processes, files in their directory. The files are checked once
 * more at the end of a launch (`LaunchRun`, V3-RUN-17).
 */
@Injectable()
export class RunningLimitsService {
  private readonly tickers: Ticker[];
  private readonly fileLimits: FileLimits;

  constructor(
    private readonly launches: NodeLaunchesService,
    config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.fileLimits = fileLimits(config);
    this.tickers = [
      new Ticker({
        everyMs: config.MEMORY_CHECK_MS,
        run: () => this.checkMemory(),
        onError: (error) => logger.warn({ err: error }, 'memory of launches could not be measured'),
      }),
      new Ticker({
        everyMs: config.FILES_CHECK_MS,
        run: () => this.checkFiles(),
        onError: (error) => logger.warn({ err: error }, 'directories of launches could not be checked'),
      }),
    ];
  }

  start(): void {
    for (const ticker of this.tickers) ticker.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.tickers.map((ticker) => ticker.stop()));
  }

  /** The cheap sum suffices to pass a launch; only the exact one ends it. */
  private async checkMemory(): Promise<void> {
    this.launches.cgroups.removeLeft();
    const limited: LaunchRecord[] = [];
    for (const record of this.running()) {
      if (record.offer.limits.residentMb == null) continue;
      // Where the kernel enforces the limit, its kill counter suffices.
      const kills = this.launches.cgroups.groups?.oomKills(record.offer.launchId);
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

  /** One directory at a time, to keep the disk free for others. */
  private async checkFiles(): Promise<void> {
    for (const record of this.running()) {
      if (record.offer.kind !== LaunchKind.Batch) continue;
      const { job } = this.launches.journal.directory(record.offer.launchId);
      const excess = await exceededFileLimit(job, this.fileLimits);
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

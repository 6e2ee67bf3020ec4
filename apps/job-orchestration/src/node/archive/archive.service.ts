import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ArchiveOutcome, LaunchKind } from '@portolan/launches';
import { ServiceLogger } from '@portolan/service';
import { ArchiveStore } from '../../archive/archive-store.service';
import { AgentLog } from '../launches/agent-log';
import type { LaunchRecord } from '../launches/launch-record';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeConfig } from '../node-config';
import { isDependency, removeDependencies } from './dependencies';
import { zipDirectory } from './zip-directory';

/** Archives made at the same time. */
const CONCURRENCY = 2;
/** A file may still have been growing the first time. */
const ATTEMPTS = 2;

/**
 * Makes the archives that owners ask for, after the end has been reported. The launch stays in the journal
 * until its owner knows what became of the archive, so the next process of this node makes it otherwise.
 */
@Injectable()
export class ArchiveService implements OnModuleInit {
  private readonly waiting: LaunchRecord[] = [];
  private running = 0;
  private stopped = false;

  constructor(
    private readonly launches: NodeLaunches,
    private readonly archives: ArchiveStore,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {}

  onModuleInit(): void {
    this.launches.changes.subscribe((record) => this.look(record));
  }

  /** Archives a launch that is over and has not been archived, as far as that is wanted; others are left alone. */
  look(record: LaunchRecord): void {
    if (!record.end || record.archive || this.waiting.includes(record)) return;
    if (!record.offer.archive) return void this.tidy(record);
    this.waiting.push(record);
    while (this.running < CONCURRENCY && this.waiting.length > 0) void this.work();
  }

  stop(): void {
    this.stopped = true;
  }

  private async work(): Promise<void> {
    this.running += 1;
    for (let record = this.waiting.shift(); record && !this.stopped; record = this.waiting.shift()) {
      const outcome = await this.archive(record);
      await this.tidy(record);
      // Its owner may have given it up meanwhile.
      if (this.launches.find(record.offer.launchId) === record) await this.launches.archived(record, outcome);
    }
    this.running -= 1;
  }

  /** What a job was given is of no use any more; that it stays for the moment is no harm. */
  private async tidy({ offer }: LaunchRecord): Promise<void> {
    if (offer.kind !== LaunchKind.Batch || this.config.KEEP_DEPENDENCIES === 'on') return;
    // Most jobs bring none: their directory need not be looked into while others start.
    if (!offer.files.some(({ path }) => isDependency(path))) return;
    try {
      await removeDependencies(this.launches.journal.directory(offer.launchId).job);
    } catch (error) {
      this.logger.warn(
        { err: error, launchId: offer.launchId },
        'dependencies stay until the directory goes',
      );
    }
  }

  private async archive({ offer }: LaunchRecord): Promise<ArchiveOutcome> {
    const { launchId, archive } = offer;
    const { job } = this.launches.journal.directory(launchId);
    const address = archive?.location ?? '';
    for (let attempt = 1; ; attempt++) {
      try {
        // Never somebody else's: what an earlier process of this node left is made again.
        await this.archives.remove(address);
        const { entries, bytes } = await zipDirectory(job);
        if (entries === 0) return ArchiveOutcome.NoFiles;
        await this.archives.write(address, launchId, bytes);
        return ArchiveOutcome.Archived;
      } catch (error) {
        this.logger.error({ err: error, launchId }, 'archive could not be made');
        if (attempt >= ATTEMPTS) {
          await this.noteFailure(offer);
          return ArchiveOutcome.Failed;
        }
      }
    }
  }

  /** There is no archive that the files should be the same as; errors may tell more than a user should know. */
  private async noteFailure({ launchId, kind }: LaunchRecord['offer']): Promise<void> {
    const log = new AgentLog(this.launches.journal.directory(launchId), kind === LaunchKind.Batch);
    await log.takeUp();
    log.note('could not be archived; the log of the node says why');
    await log.close();
  }
}

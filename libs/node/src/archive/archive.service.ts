import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ArchiveOutcome, LaunchKind } from '@portolan/launches';
import { ServiceLogger } from '@portolan/service';
import { ArchiveStoreService } from './archive-store.service';
import { unlessAborted } from '../downloads/unless-aborted';
import { AgentLog } from '../launch-directory/agent-log';
import type { LaunchRecord } from '../launches/launch-record';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { fileLimits } from '../limits/file-limits';
import { NodeConfig } from '../config/node-config';
import { ArchiveQueue } from './archive-queue';
import { isDependency, removeDependencies } from './dependency-removal';
import { zipDirectory } from './zip-directory';

/** A file may still have been growing during the first attempt. */
const ATTEMPTS = 2;

/** Makes archives after the end was reported. A launch stays in the journal until its owner has stored the outcome. */
@Injectable()
export class ArchiveService implements OnModuleInit {
  private readonly turns = new ArchiveQueue<LaunchRecord>();
  private stopped = false;

  constructor(
    private readonly launches: NodeLaunchesService,
    private readonly archives: ArchiveStoreService,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {}

  onModuleInit(): void {
    this.launches.changes.subscribe((record) => this.archiveIfDue(record));
  }

  /** Archives an ended launch if its owner asks for an archive and has none yet; one that is not masked yet waits for that. */
  archiveIfDue(record: LaunchRecord): void {
    if (!record.end || record.uncovered || record.archive || this.turns.has(record)) return;
    if (!record.offer.archive) return void this.tidy(record);
    this.turns.add(record.offer.user, record);
    this.work();
  }

  stop(): void {
    this.stopped = true;
  }

  private work(): void {
    for (let turn = this.stopped ? undefined : this.turns.take(); turn; turn = this.turns.take()) {
      const { item, done } = turn;
      void this.make(item).finally(() => {
        done();
        this.work();
      });
    }
  }

  private async make(record: LaunchRecord): Promise<void> {
    const outcome = await this.archive(record);
    await this.tidy(record);
    // The owner may have given the launch up in the meantime.
    if (this.launches.find(record.offer.launchId) !== record) return;
    record.archive = outcome;
    await this.launches.changed(record);
  }

  /** Removes the dependencies of an ended job. A failure is harmless: they are removed with the directory. */
  private async tidy({ offer }: LaunchRecord): Promise<void> {
    if (offer.kind !== LaunchKind.Batch || this.config.KEEP_DEPENDENCIES === 'on') return;
    // Most jobs have no dependencies: avoids a scan of their directory while others start.
    if (!offer.files.some(({ path }) => isDependency(path))) return;
    try {
      await removeDependencies(this.launches.journal.directory(offer.launchId).job);
    } catch (error) {
      const what = 'dependencies not removed; they are removed with the directory';
      this.logger.warn({ err: error, launchId: offer.launchId }, what);
    }
  }

  /** Never rejects, and ends within the time limit whatever the directory contains. */
  private async archive({ offer }: LaunchRecord): Promise<ArchiveOutcome> {
    const { launchId } = offer;
    const signal = AbortSignal.timeout(this.config.ARCHIVE_TIME_LIMIT_MS);
    for (let attempt = 1; ; attempt++) {
      try {
        return await unlessAborted(this.attempt(offer, signal), signal);
      } catch (error) {
        this.logger.error({ err: error, launchId }, 'archive failed');
        if (attempt >= ATTEMPTS || signal.aborted) {
          await this.noteFailure(offer);
          return ArchiveOutcome.Failed;
        }
      }
    }
  }

  private async attempt(
    { launchId, archive }: LaunchRecord['offer'],
    signal: AbortSignal,
  ): Promise<ArchiveOutcome> {
    const address = archive?.location ?? '';
    // Replaces an archive that an earlier process of this node left behind.
    await this.archives.remove(address);
    const { job } = this.launches.journal.directory(launchId);
    const { entries, leftOut, bytes } = await zipDirectory(job, fileLimits(this.config), signal);
    try {
      if (leftOut > 0)
        this.logger.warn(
          { launchId, leftOut },
          'entries beyond the limits, or not readable, are left out of the archive',
        );
      if (entries === 0) return ArchiveOutcome.NoFiles;
      await this.archives.write(address, launchId, bytes);
      return ArchiveOutcome.Archived;
    } finally {
      bytes.destroy();
    }
  }

  /** The note omits the error, which may contain details that users must not see. */
  private async noteFailure({ launchId, kind }: LaunchRecord['offer']): Promise<void> {
    const log = new AgentLog(this.launches.journal.directory(launchId), kind === LaunchKind.Batch);
    await log.takeUp();
    log.note('archiving failed; the log of the node has the reason');
    await log.close();
  }
}

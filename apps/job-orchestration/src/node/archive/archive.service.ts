import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ArchiveOutcome, LaunchKind } from '@portolan/launches';
import { ServiceLogger } from '@portolan/service';
import { ArchiveStore } from '../../archive/archive-store.service';
import { AgentLog } from '../launches/agent-log';
import type { LaunchRecord } from '../launches/launch-record';
import { NodeLaunches } from '../launches/node-launches.service';
import { fileLimits, type FileLimits } from '../limits/directory-usage';
import { NodeConfig } from '../node-config';
import { ArchiveTurns } from './archive-turns';
import { isDependency, removeDependencies } from './dependencies';
import { zipDirectory } from './zip-directory';

/** A file may still have been growing the first time. */
const ATTEMPTS = 2;

/**
 * Makes the archives that owners ask for, after the end has been reported. The launch stays in the journal
 * until its owner knows what became of the archive, so the next process of this node makes it otherwise.
 */
@Injectable()
export class ArchiveService implements OnModuleInit {
  private readonly turns = new ArchiveTurns<LaunchRecord>();
  private readonly limits: FileLimits;
  private stopped = false;

  constructor(
    private readonly launches: NodeLaunches,
    private readonly archives: ArchiveStore,
    private readonly config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.limits = fileLimits(config);
  }

  onModuleInit(): void {
    this.launches.changes.subscribe((record) => this.look(record));
  }

  /** Archives a launch that is over and has not been archived, as far as that is wanted; others are left alone. */
  look(record: LaunchRecord): void {
    if (!record.end || record.archive || this.turns.has(record)) return;
    if (!record.offer.archive) return void this.tidy(record);
    this.turns.add(record.offer.user, record);
    this.work();
  }

  stop(): void {
    this.stopped = true;
  }

  /** Begins what may begin. */
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
    // Its owner may have given it up meanwhile.
    if (this.launches.find(record.offer.launchId) === record) await this.launches.archived(record, outcome);
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

  /** Never rejects, and ends in time, whatever the job has in its directory. */
  private async archive({ offer }: LaunchRecord): Promise<ArchiveOutcome> {
    const { launchId } = offer;
    const signal = AbortSignal.timeout(this.config.ARCHIVE_TIME_LIMIT_MS);
    for (let attempt = 1; ; attempt++) {
      try {
        return await unlessAborted(this.attempt(offer, signal), signal);
      } catch (error) {
        this.logger.error({ err: error, launchId }, 'archive could not be made');
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
    const { job } = this.launches.journal.directory(launchId);
    const address = archive?.location ?? '';
    // Never somebody else's: what an earlier process of this node left is made again.
    await this.archives.remove(address);
    const { entries, leftOut, bytes } = await zipDirectory(job, this.limits, signal);
    try {
      if (leftOut > 0)
        this.logger.warn({ launchId, leftOut }, 'archive is made without what exceeds the limits');
      if (entries === 0) return ArchiveOutcome.NoFiles;
      await this.archives.write(address, launchId, bytes);
      return ArchiveOutcome.Archived;
    } finally {
      bytes.destroy();
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

/** Waits no longer than the signal says. @throws what it says then */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let aborted: (() => void) | undefined;
  const overdue = new Promise<never>((_, reject) => {
    aborted = () => reject(signal.reason as Error);
    signal.addEventListener('abort', aborted, { once: true });
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    if (aborted) signal.removeEventListener('abort', aborted);
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { AttachmentOwners } from './attachment-owners.repository';
import { AttachmentStore, type StoredFolder } from './attachment-store.service';

/**
 * Removes attachments that no job has: of a process that ended between receiving them and storing their job, or between
 * forgetting a job and removing its files. Any number of replicas may do so.
 */
@Injectable()
export class AttachmentSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;

  constructor(
    private readonly store: AttachmentStore,
    private readonly owners: AttachmentOwners,
    config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.ATTACHMENTS_CLEANUP_MS,
      run: () => this.sweep(Date.now() - config.ATTACHMENTS_ORPHAN_MS),
      onError: (error) => logger.warn({ err: error }, 'attachments of no job could not be removed'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.ticker.stop();
  }

  private async sweep(before: number): Promise<void> {
    for await (const stored of this.store.olderThan(before)) {
      if (await this.isOwned(stored)) continue;
      await this.store.remove({ folder: stored.folder, files: [] });
      this.logger.info({ folder: stored.folder, jobId: stored.jobId }, 'attachments of no job removed');
    }
  }

  /** Folders without a note are of an earlier version: they are looked for once, and get one. */
  private async isOwned({ folder, jobId }: StoredFolder): Promise<boolean> {
    if (jobId !== undefined) return this.owners.owns(jobId, folder);
    const owner = await this.owners.ownerOf(folder);
    if (owner !== undefined) await this.store.note(folder, owner);
    return owner !== undefined;
  }
}

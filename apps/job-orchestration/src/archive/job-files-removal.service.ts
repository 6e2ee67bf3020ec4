import { Injectable } from '@nestjs/common';
import { AttachmentStore, type Attachments } from '../attachments/attachment-store.service';
import { ArchiveStore } from './archive-store.service';

/** What a job has outside of the database. */
export interface JobLeftovers {
  archiveLocation: string | null;
  attachments: Attachments | null;
}

/** Removes the files of jobs that are forgotten. What is left on nodes goes by itself (`NODE_RETENTION_MS`). */
@Injectable()
export class JobFilesRemoval {
  constructor(
    private readonly archives: ArchiveStore,
    private readonly attachments: AttachmentStore,
  ) {}

  /**
   * Removes archive and attachments; that they are gone already is no error. Remove the row after that, not before:
   * then what fails is tried again with the row.
   *
   * @throws errors of the disk or the object store
   */
  async remove({ archiveLocation, attachments }: JobLeftovers): Promise<void> {
    if (archiveLocation !== null) await this.archives.remove(archiveLocation);
    if (attachments) await this.attachments.remove(attachments);
  }
}

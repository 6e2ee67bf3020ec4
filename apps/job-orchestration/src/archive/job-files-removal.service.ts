import { Injectable } from '@nestjs/common';
import { ArchiveStoreService } from '@portolan/node';
import { AttachmentStoreService } from '../attachments/attachment-store.service';
import type { Attachments } from '../attachments/attachments';

/** The files of a job outside of the database. */
export interface JobLeftovers {
  archiveLocations: readonly string[];
  attachments: Attachments | null;
}

/** Removes the files of deleted jobs. Nodes remove their own files (`NODE_RETENTION_MS`). */
@Injectable()
export class JobFilesRemovalService {
  constructor(
    private readonly archives: ArchiveStoreService,
    private readonly attachments: AttachmentStoreService,
  ) {}

  /**
   * Removes archives and attachments; missing ones are no error. Call it before deleting the row, so that a failed removal
   * is retried with the row.
   *
   * @throws errors of the disk or the object store
   */
  async remove({ archiveLocations, attachments }: JobLeftovers): Promise<void> {
    for (const location of archiveLocations) await this.archives.remove(location);
    if (attachments) await this.attachments.remove(attachments);
  }
}

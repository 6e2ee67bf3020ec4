import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Finds the owners of attachment folders in the table of jobs. */
@Injectable()
export class AttachmentOwnersRepository {
  constructor(private readonly source: DataSource) {}

  async owns(jobId: string, folder: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      "SELECT 1 FROM jobs WHERE id = ? AND JSON_UNQUOTE(JSON_EXTRACT(attachments, '$.folder')) = ?",
      [jobId, folder],
    );
    return rows.length > 0;
  }

  /** Returns the job that has its attachments in the folder; scans all jobs. */
  async ownerOf(folder: string): Promise<string | undefined> {
    const rows = await this.source.query<{ id: string }[]>(
      "SELECT id FROM jobs WHERE attachments IS NOT NULL AND JSON_UNQUOTE(JSON_EXTRACT(attachments, '$.folder')) = ? LIMIT 1",
      [folder],
    );
    return rows[0]?.id;
  }
}

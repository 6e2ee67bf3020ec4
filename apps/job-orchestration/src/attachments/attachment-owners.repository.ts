import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Whose attachments are in which folder, as the jobs tell. */
@Injectable()
export class AttachmentOwners {
  constructor(private readonly source: DataSource) {}

  /** Tells whether a job has its attachments there. */
  async owns(jobId: string, folder: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      "SELECT 1 FROM jobs WHERE id = ? AND JSON_UNQUOTE(JSON_EXTRACT(attachments, '$.folder')) = ?",
      [jobId, folder],
    );
    return rows.length > 0;
  }

  /** The job that has its attachments there; looks through all jobs. */
  async ownerOf(folder: string): Promise<string | undefined> {
    const rows = await this.source.query<{ id: string }[]>(
      "SELECT id FROM jobs WHERE attachments IS NOT NULL AND JSON_UNQUOTE(JSON_EXTRACT(attachments, '$.folder')) = ? LIMIT 1",
      [folder],
    );
    return rows[0]?.id;
  }
}

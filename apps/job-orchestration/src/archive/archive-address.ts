import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where archives go. */
export interface ArchivePlace {
  /** Folder on storage that nodes and API share. */
  ARCHIVE_DIR: string;
  /** `s3://bucket/prefix`; goes before the folder. */
  ARCHIVE_S3?: string;
}

/**
 * Where the archive of a job is.
 *
 * @param name of the job, as a name of a file
 */
export function archiveAddress(name: string, { ARCHIVE_DIR, ARCHIVE_S3 }: ArchivePlace): string {
  if (ARCHIVE_S3 === undefined) return pathToFileURL(join(resolve(ARCHIVE_DIR), `${name}.zip`)).href;
  return `${ARCHIVE_S3.replace(/\/+$/, '')}/${encodeURIComponent(`${name}.zip`)}`;
}

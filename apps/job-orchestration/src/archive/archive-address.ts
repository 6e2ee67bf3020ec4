import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';

/** Returns the address of the archive of a job's directory: in `ARCHIVE_S3` (`s3://bucket/prefix`), else in the shared folder. */
export function archiveAddress(
  name: string,
  { ARCHIVE_DIR, ARCHIVE_S3 }: Pick<JobOrchestrationConfig, 'ARCHIVE_DIR' | 'ARCHIVE_S3'>,
): string {
  if (ARCHIVE_S3 === undefined) return pathToFileURL(join(resolve(ARCHIVE_DIR), `${name}.zip`)).href;
  return `${ARCHIVE_S3.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(`${name}.zip`)}`;
}

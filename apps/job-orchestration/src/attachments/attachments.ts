import { ErrorKind, ServiceError } from '@portolan/service';

/** The attachments of one job. */
export interface Attachments {
  folder: string;
  /** `size` in bytes. */
  files: { name: string; size: number }[];
}

/** Returns the total size of all attachments, bytes. */
export const totalSize = (attachments: Attachments | null): number =>
  (attachments?.files ?? []).reduce((sum, { size }) => sum + size, 0);

/** Returns the path of an attachment below `/internal/` of any replica. */
export const attachmentPath = (folder: string, name: string): string =>
  `attachments/${folder}/${encodeURIComponent(name)}`;

/** Longest file name that file systems accept, bytes. */
const MAX_NAME_BYTES = 255;

/**
 * Returns the name of an attachment in the job's directory: the client's name for the attachment, if that is a plain file name
 * without a directory (docs/contract/jobs.md, Submission).
 * @throws ServiceError (malformed) for a path, `.`, `..`, an empty name or one that is too long
 */
export function attachmentName(given: string | undefined): string {
  const name = given ?? '';
  const isName = name !== '' && name !== '.' && name !== '..' && !/[/\\\0-\x1f]/.test(name);
  if (isName && Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  throw new ServiceError(
    ErrorKind.Malformed,
    `${JSON.stringify(name.slice(0, MAX_NAME_BYTES))} is not a valid attachment name`,
  );
}

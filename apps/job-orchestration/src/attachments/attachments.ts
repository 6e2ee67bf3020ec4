import { ErrorKind, ServiceError } from '@portolan/service';
import { problemOfName } from '@portolan/validation';

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
 * @throws ServiceError (malformed) for a path, `.`, `..`, an empty name, one that is too long or not visible
 */
export function attachmentName(given: string | undefined): string {
  const name = given ?? '';
  const isName = name !== '' && name !== '.' && name !== '..' && !/[/\\]/.test(name);
  const problem = problemOfName(name);
  if (isName && problem === undefined && Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  throw new ServiceError(
    ErrorKind.Malformed,
    `${JSON.stringify(name.slice(0, MAX_NAME_BYTES))} is not the name of an attachment: ` +
      (problem === undefined
        ? `it must be a file name of 1 to ${MAX_NAME_BYTES} bytes without a directory`
        : `it ${problem}`),
  );
}

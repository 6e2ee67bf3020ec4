import { ErrorKind, ServiceError } from '@portolan/service';

/** What file systems take, bytes. */
const MAX_NAME_BYTES = 255;

/**
 * The name of an attachment in the job's directory: what the client calls it, when that can only be a file
 * right there (reference: jobs §6.5).
 *
 * @throws ServiceError (malformed) for a path, `.`, `..`, no name, or one that is too long.
 */
export function attachmentName(given: string | undefined): string {
  const name = given ?? '';
  const isName = name !== '' && name !== '.' && name !== '..' && !/[/\\\0-\x1f]/.test(name);
  if (isName && Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  throw new ServiceError(
    ErrorKind.Malformed,
    `an attachment can't be called ${JSON.stringify(name.slice(0, MAX_NAME_BYTES))}`,
  );
}

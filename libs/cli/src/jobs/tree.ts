import type { Transport } from '../connection/transport.ts';
import { CliError } from '../failure/cli-error.ts';
import { ExitCode } from '../failure/exit-codes.ts';
import { oneLine } from '../output/text.ts';
import { listingAt } from './listing.ts';

/** A file of a job, by its path below the folder that was asked for. */
export interface RemoteFile {
  /** Each part is a plain name: neither empty nor `..`, without slashes. */
  segments: readonly string[];
  size: number;
  lastModified: string;
}

/** Deeper folders are refused: a job could nest them without end. */
const DEEPEST = 100;

/**
 * Checks a name that a job has chosen before it becomes part of a path here.
 * @throws CliError for a name that would leave its folder
 */
export function safeName(name: string): string {
  const isSafe = name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
  if (isSafe) return name;
  throw new CliError(
    `the job has a file with the unsafe name ${oneLine(JSON.stringify(name))}`,
    ExitCode.Failed,
  );
}

/**
 * All files below a folder of a job, folder by folder.
 * @throws CliError for an unsafe name; AnswerError when there is no such folder
 */
export async function* filesBelow(
  transport: Transport,
  place: { baseUrl: string; id: string; path: string; signal?: AbortSignal },
  segments: readonly string[] = [],
): AsyncGenerator<RemoteFile> {
  if (segments.length > DEEPEST)
    throw new CliError(`the job has folders more than ${DEEPEST} deep`, ExitCode.Failed);
  const path = [place.path, ...segments].join('/');
  const listing = await listingAt(transport, place.baseUrl, place.id, path, place.signal);
  for (const { name, size, lastModified } of listing?.files ?? [])
    yield { segments: [...segments, safeName(name)], size, lastModified };
  for (const { name } of listing?.directories ?? [])
    yield* filesBelow(transport, place, [...segments, safeName(name.replace(/\/$/, ''))]);
}

import { basename, dirname } from 'node:path';
import { answerError } from '../connection/answered-error.ts';
import type { Transport } from '../connection/transport.ts';
import { fileUrl } from './follow-output.ts';
import { CliError, ExitCode } from '../failure/cli-error.ts';
import { oneLine } from '../output/text.ts';

/** An entry of a listing; a folder's name ends with a slash. */
export interface Entry {
  name: string;
  size: number;
  lastModified: string;
}

/** A folder of a job's output. */
export interface Listing {
  directories: Entry[];
  files: Entry[];
}

/**
 * Lists a directory of a job's output.
 * @returns undefined when it is a file
 * @throws AnswerError when there is nothing
 */
export async function listingAt(
  transport: Transport,
  baseUrl: string,
  id: string,
  path: string,
  signal?: AbortSignal,
): Promise<Listing | undefined> {
  const url = fileUrl(baseUrl, id, path);
  // A listing ignores the range; of a file only a byte is read, which tells that it is none.
  const headers = { accept: 'application/json', range: 'bytes=0-0' };
  const answer = await transport.open({ url, headers, signal });
  const status = answer.statusCode ?? 0;
  const isFile = status === 206 || status === 416 || answer.headers['accept-ranges'] !== undefined;
  if (status >= 400 && status !== 416) throw await answerError(answer, 'GET', url);
  if (isFile) {
    answer.destroy();
    return undefined;
  }
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  return JSON.parse(text) as Listing;
}

/** Returns a file as the listing of its folder has it; undefined for no file. */
export async function fileAt(
  transport: Transport,
  baseUrl: string,
  id: string,
  path: string,
  signal?: AbortSignal,
): Promise<Entry | undefined> {
  const above = dirname(path) === '.' ? '' : dirname(path);
  const listing = await listingAt(transport, baseUrl, id, above, signal);
  return listing?.files.find(({ name }) => name === basename(path));
}

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

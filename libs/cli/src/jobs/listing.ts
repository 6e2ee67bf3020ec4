import { basename, dirname } from 'node:path';
import { answerError } from '../connection/answered-error.ts';
import type { Transport } from '../connection/transport.ts';
import { fileUrl } from './follow-output.ts';

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

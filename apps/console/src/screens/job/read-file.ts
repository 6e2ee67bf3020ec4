import { getAttemptOutput, readJobFile, type Client } from '@portolan/client-jobs';

/** A file in the directory of a job, or of one of its attempts. */
export interface JobFile {
  jobId: string;
  path: string;
  /** From 1; undefined: the latest. */
  attempt?: number | undefined;
}

/** Returns the attempt that an address names; undefined for none, and for what is no number. Pure. */
export const attemptOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;

/**
 * Reads a file. @throws ApiError when there is none
 * @param range a value of the header `Range`: `bytes=-1000`
 * @param signal ends the request, also while the body is read
 */
export async function readFile(
  client: Client,
  { jobId, path, attempt }: JobFile,
  range?: string,
  signal?: AbortSignal,
): Promise<Response> {
  if (attempt === undefined) return readJobFile(client, jobId, path, range, signal);
  const { response } = await getAttemptOutput({
    client,
    path: { id: jobId, attempt, path },
    headers: range === undefined ? {} : { Range: range },
    ...(signal && { signal }),
    parseAs: 'stream',
    throwOnError: true,
  });
  return response;
}

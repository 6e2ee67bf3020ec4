import { BEARER } from './api-client.ts';
import { followEvents, type FollowOptions } from './follow-events.ts';
import type { Client } from './generated/client/index.ts';
import type {
  JobChange,
  JobStatusEvent,
  JobSubmission,
  StreamJobChangesData,
} from './generated/types.gen.ts';

/**
 * Reads a file in a job's directory, during and after the run of the job. @throws ApiError when there is none
 * @param path `stdout`, `run/result.csv`
 * @param range a value of the header `Range`: `bytes=-1000`
 * @param signal ends the request, also while the body is read
 */
export async function readJobFile(
  client: Client,
  id: string,
  path: string,
  range?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const segments = [id, 'output', ...path.split('/').filter((segment) => segment !== '')];
  const { response } = await client.get<{ 200: unknown }, unknown, true>({
    security: BEARER,
    url: `/api/v3/jobs/${segments.map(encodeURIComponent).join('/')}`,
    parseAs: 'stream',
    throwOnError: true,
    headers: range === undefined ? {} : { Range: range },
    ...(signal && { signal }),
  });
  return response;
}

/** A file attached to a job: it is in the job's directory when the command starts. */
export interface Attachment {
  /** A file name without slashes. */
  name: string;
  /** A `File` is a `Blob`, too; Node.js opens one with `openAsBlob`. */
  content: Blob | string | Uint8Array;
}

/** Submits a job with files. @returns its id. @throws ApiError 400 for an invalid name, 413 for too large or too many files */
export async function submitJobWithAttachments(
  client: Client,
  job: JobSubmission,
  attachments: readonly Attachment[],
): Promise<string> {
  const form = new FormData();
  form.append('request', new Blob([JSON.stringify(job)], { type: 'application/json' }));
  for (const { name, content } of attachments) {
    form.append('attachment', content instanceof Blob ? content : new Blob([plain(content)]), name);
  }
  const { response } = await client.post<{ 202: unknown }, unknown, true>({
    security: BEARER,
    url: '/api/v3/jobs',
    body: form,
    bodySerializer: (body: unknown) => body,
    // `fetch` sets this header, which contains the boundary between the parts.
    headers: { 'Content-Type': null },
    throwOnError: true,
  });
  return submittedJobId(response);
}

/** Returns the job id in the response to a submission. @throws Error when there is none */
export function submittedJobId(response: Response): string {
  const id = response.headers.get('location')?.split('/').at(-1);
  if (!id) throw new Error('the answer has no header Location, or a proxy hides it');
  return decodeURIComponent(id);
}

/** Copies bytes, because a `Blob` does not accept shared memory. */
const plain = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : new Uint8Array(content);

/** Final states. */
const OVER = new Set<JobStatusEvent['status']>(['SUCCEEDED', 'KILLED', 'FAILED', 'INVALID']);

/** How the status of a job is followed. */
export interface FollowStatusOptions extends FollowOptions {
  /** The last change that is known: only later ones are yielded; `0` yields all from the first. @default the current one first */
  after?: string;
}

/**
 * Yields the status of a job, then every change until the job has ended. Reconnects after the last event.
 * @throws ApiError for an unknown job; Error when the service can't be reached
 */
export async function* followJobStatus(
  client: Client,
  id: string,
  options: FollowStatusOptions = {},
): AsyncGenerator<JobStatusEvent, void> {
  const request = { url: '/api/v3/jobs/{id}/status', path: { id } };
  for await (const event of followEvents<JobStatusEvent>(client, request, options)) {
    yield event;
    if (OVER.has(event.status)) return;
  }
}

/** How the changes of jobs are followed. */
export interface FollowChangesOptions extends FollowStatusOptions {
  /** The filters of the search, compared with a job after its change. @default all jobs */
  query?: StreamJobChangesData['query'];
  /** Called when a connection begins to report changes. */
  onOpen?: () => void;
  /** Called when a connection has failed; another one is tried after a pause. */
  onFailure?: (error: unknown) => void;
}

/**
 * Yields each change of the jobs that filters find; some changes may come twice, around the beginning of a connection. Reconnects
 * after the last event.
 * @throws ApiError 404 for a release without this stream; Error when the service can't be reached
 */
export const followJobChanges = (
  client: Client,
  { query, ...options }: FollowChangesOptions = {},
): AsyncGenerator<JobChange, void> =>
  followEvents<JobChange>(client, { url: '/api/v3/jobChanges', ...(query && { query }) }, options);

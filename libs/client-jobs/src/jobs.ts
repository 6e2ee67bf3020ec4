import { ApiError, BEARER } from './api-client.ts';
import type { Client } from './generated/client/index.ts';
import type { JobStatusEvent, JobSubmission } from './generated/types.gen.ts';

/**
 * Reads a file in a job's directory, during and after the run of the job. @throws ApiError when there is none
 * @param path `stdout`, `run/result.csv`
 * @param range a value of the header `Range`: `bytes=-1000`
 */
export async function readJobFile(
  client: Client,
  id: string,
  path: string,
  range?: string,
): Promise<Response> {
  const segments = [id, 'output', ...path.split('/').filter((segment) => segment !== '')];
  const { response } = await client.get<{ 200: unknown }, unknown, true>({
    security: BEARER,
    url: `/api/v3/jobs/${segments.map(encodeURIComponent).join('/')}`,
    parseAs: 'stream',
    throwOnError: true,
    headers: range === undefined ? {} : { Range: range },
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

/** Options for following a stream. */
export interface FollowOptions {
  /** Ends the stream when aborted. */
  signal?: AbortSignal;
  /** Maximum number of consecutive failed connections. @default 5 */
  attempts?: number;
  /** Pause before a reconnect, ms. @default 1000 */
  pauseMs?: number;
}

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
  { signal, after, attempts = 5, pauseMs = 1000 }: FollowStatusOptions = {},
): AsyncGenerator<JobStatusEvent, void> {
  let lastEventId = after;
  for (let failed = 0; failed < attempts && !signal?.aborted;) {
    let failure: unknown;
    const { stream } = await client.sse.get({
      security: BEARER,
      url: '/api/v3/jobs/{id}/status',
      path: { id },
      headers: { Accept: 'text/event-stream', ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
      ...(signal && { signal }),
      sseMaxRetryAttempts: 1,
      onSseEvent: (event) => (lastEventId = event.id ?? lastEventId),
      onSseError: (error) => (failure = error),
    });
    for await (const event of stream as AsyncIterable<JobStatusEvent>) {
      failed = 0;
      yield event;
      if (OVER.has(event.status)) return;
    }
    failed += 1;
    const isFinal = failure instanceof ApiError && failure.isFinal;
    if (failure instanceof Error && (isFinal || failed >= attempts)) throw failure;
    // The stream ended before the job because its replica stopped; another replica continues.
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

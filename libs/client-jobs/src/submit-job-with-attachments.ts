import { BEARER } from './api-client.ts';
import type { Client } from './generated/client/index.ts';
import type { JobSubmission } from './generated/types.gen.ts';

/** A file that goes along with a job: it is in the directory of the job when its command starts. */
export interface Attachment {
  /** A file name without slashes. */
  name: string;
  /** A `File` is a `Blob`, too; Node.js opens one with `openAsBlob`. */
  content: Blob | string | Uint8Array;
}

/**
 * Submits a job with files.
 *
 * @returns the id of the job
 * @throws ApiError 400 for a name that is none, 413 for files that are too large or too many
 */
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
    // The boundary between the parts is told by who writes them.
    headers: { 'Content-Type': null },
    throwOnError: true,
  });
  return submittedJobId(response);
}

/** The id of the job that an answer to a submission names. @throws Error when the answer names none */
export function submittedJobId(response: Response): string {
  const id = response.headers.get('location')?.split('/').at(-1);
  if (!id) throw new Error('the answer has no header Location, or a proxy hides it');
  return decodeURIComponent(id);
}

/** Bytes of their own: a `Blob` takes none of memory that is shared. */
const plain = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : new Uint8Array(content);

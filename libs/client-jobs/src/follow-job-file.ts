import { ApiError, BEARER, chunksOf } from './api-client.ts';
import type { Client } from './generated/client/index.ts';
import type { FollowOptions } from './follow-events.ts';

/** Options for following a file; without `offset` and `tail` from its beginning. */
export interface FollowFileOptions extends FollowOptions {
  /** Begins at this byte, from 0. */
  offset?: number;
  /** Number of last lines to begin with; 0: only new data. Not together with `offset`. */
  tail?: number;
}

/**
 * Yields the bytes of a file in a job's directory: its current content, then appended data, until the attempt ends. `stdout` and
 * `stderr` may be followed before the job starts. After a lost connection the read resumes at its position, so that no byte is
 * lost or repeated, and in the same attempt, also when the job is attempted again meanwhile.
 *
 * @throws ApiError when there is no such file; Error when the service cannot be reached
 */
export async function* followJobFile(
  client: Client,
  id: string,
  path: string,
  { signal, attempts = 5, pauseMs = 1000, offset, tail }: FollowFileOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const file = path.split('/').filter((segment) => segment !== '');
  const urlIn = (...folder: string[]): string =>
    `/api/v3/jobs/${[id, ...folder, ...file].map(encodeURIComponent).join('/')}`;
  let url = urlIn('output');
  let attempt: string | null = null;
  let position = offset ?? (tail === undefined ? 0 : undefined);
  for (let failed = 0; ; failed += 1) {
    try {
      const { response } = await client.get<{ 200: unknown }, unknown, true>({
        security: BEARER,
        url,
        query: { follow: true, ...(position === undefined ? { tail } : { offset: position }) },
        parseAs: 'stream',
        throwOnError: true,
        ...(signal && { signal }),
      });
      const current = response.headers.get('portolan-attempt');
      attempt ??= current;
      if (current !== attempt) {
        await response.body?.cancel();
        url = urlIn('attempts', attempt ?? '', 'output');
        continue;
      }
      const first = response.headers.get('portolan-offset');
      if (first !== null) position = Number(first);
      for await (const bytes of chunksOf(response)) {
        failed = 0;
        if (position !== undefined) position += bytes.length;
        yield bytes;
      }
      return;
    } catch (error) {
      if (signal?.aborted) return;
      const isFinal = error instanceof ApiError && error.isFinal;
      if (isFinal || position === undefined || failed + 1 >= attempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

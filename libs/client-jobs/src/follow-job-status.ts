import { ApiError, BEARER } from './api-client.ts';
import type { Client } from './generated/client/index.ts';
import type { JobStatusEvent } from './generated/types.gen.ts';

/** States after which nothing follows. */
const OVER = new Set<JobStatusEvent['status']>(['SUCCEEDED', 'KILLED', 'FAILED', 'INVALID']);

/** How a stream is followed. */
export interface FollowOptions {
  /** Ends it. */
  signal?: AbortSignal;
  /** Connections that fail one after the other before it is an error. @default 5 */
  attempts?: number;
  /** Before it connects again, ms. @default 1000 */
  pauseMs?: number;
}

/**
 * The status of a job: the one it has, then every change until the job is over. Connects again by itself and goes on
 * after the last event.
 *
 * @throws ApiError when the service does not know the job; Error when the service can't be reached
 */
export async function* followJobStatus(
  client: Client,
  id: string,
  { signal, attempts = 5, pauseMs = 1000 }: FollowOptions = {},
): AsyncGenerator<JobStatusEvent, void> {
  let lastEventId: string | undefined;
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
    // A stream that ended without the job's end: its replica stopped, another one goes on.
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

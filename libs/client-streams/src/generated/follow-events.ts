import { ApiError, BEARER } from './api-client.ts';
import type { Client } from './client/index.ts';

/** Options for following a stream. */
export interface FollowOptions {
  /** Ends the stream when aborted. */
  signal?: AbortSignal;
  /** Maximum number of consecutive failed connections. @default 5 */
  attempts?: number;
  /** Pause before a reconnect, ms. @default 1000 */
  pauseMs?: number;
}

/** How a stream is followed; the callbacks tell what its events do not. */
export interface FollowEventsOptions extends FollowOptions {
  /** Id of the last event that is known: only later ones are yielded. */
  after?: string | undefined;
  /** Called with the id of each event, also of those without data. */
  onPosition?: ((id: string) => void) | undefined;
  /** Called when a connection begins to report events. */
  onOpen?: (() => void) | undefined;
  /** Called when the service answers that no more events follow. */
  onEnd?: (() => void) | undefined;
  /** Called when a connection has failed; another one is tried after a pause. */
  onFailure?: ((error: unknown) => void) | undefined;
}

/** Status of a stream that was resumed after its last event. */
const NOTHING_FOLLOWS = 204;

/**
 * Yields the events of a stream, over any number of connections: each continues after the last event. Ends when the service says that
 * nothing follows.
 * @throws ApiError for a request that the service refuses; Error when it can't be reached
 */
export async function* followEvents<T>(
  client: Client,
  request: { url: string; path?: Record<string, unknown>; query?: Record<string, unknown> },
  { signal, after, attempts = 5, pauseMs = 1000, onPosition, onOpen, onEnd, onFailure }: FollowEventsOptions,
): AsyncGenerator<T, void> {
  let lastEventId = after;
  for (let failed = 0; failed < attempts && !signal?.aborted;) {
    let failure: unknown;
    let isOpen = false;
    const { stream } = await client.sse.get({
      security: BEARER,
      ...request,
      headers: { Accept: 'text/event-stream', ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
      ...(signal && { signal }),
      sseMaxRetryAttempts: 1,
      onSseEvent: ({ id }) => {
        lastEventId = id ?? lastEventId;
        if (lastEventId !== undefined) onPosition?.(lastEventId);
        if (!isOpen) onOpen?.();
        isOpen = true;
        failed = 0;
      },
      onSseError: (error) => (failure = error),
    });
    yield* stream as AsyncIterable<T>;
    if (failure instanceof ApiError && failure.status === NOTHING_FOLLOWS) return onEnd?.();
    failed += 1;
    if (failure !== undefined && !signal?.aborted) onFailure?.(failure);
    const isFinal = failure instanceof ApiError && failure.isFinal;
    if (failure instanceof Error && (isFinal || failed >= attempts)) throw failure;
    // The stream ended because its replica stopped; another replica continues.
    if (failed < attempts && !signal?.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

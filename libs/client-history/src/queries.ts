import { ApiError, BEARER } from './generated/api-client.ts';
import type { Client } from './generated/client/index.ts';
import type { Change, Error as ErrorBody, PatchOperation } from './generated/types.gen.ts';
import { historyPath, type HistoryQuery } from './history-path.ts';

/** An error response of the service. */
export class HistoryError extends ApiError {
  override readonly name = 'HistoryError';
  declare readonly body: ErrorBody;
}

async function ask<T>(client: Client, query: HistoryQuery, accept: string): Promise<T> {
  // The address is built here because the generated function would encode the separators of its arguments.
  const { data, error, request, response } = await client.get<{ 200: T }, { default: ErrorBody }>({
    security: BEARER,
    url: `/api/v2/${historyPath(query)}`,
    headers: { Accept: accept },
  });
  if (!response) throw new Error(`no answer: ${String(error)}`, { cause: error });
  if (!response.ok) throw new HistoryError(response.status, error, request);
  return data as T;
}

const JSON_TYPE = 'application/json';

/** Returns one document, or with `modifiers` its revisions. @throws HistoryError 404: unknown document, 410: no longer valid */
export const findDocument = <T = unknown>(client: Client, query: HistoryQuery & { id: string }): Promise<T> =>
  ask<T>(client, query, JSON_TYPE);

/** Returns documents of a collection. @typeParam T type of each document @throws HistoryError */
export const findDocuments = <T = unknown>(client: Client, query: HistoryQuery): Promise<T[]> =>
  ask<T[]>(client, { ...query, modifiers: { ...query.modifiers, expand: true } }, JSON_TYPE);

/** Returns the ids of the documents of a collection. @throws HistoryError */
export const findIds = (client: Client, query: HistoryQuery): Promise<string[]> =>
  ask<string[]>(client, { ...query, modifiers: { ...query.modifiers, expand: false } }, JSON_TYPE);

/** Returns the changes between revisions as a JSON Patch from the oldest to the newest. @throws HistoryError */
export const findDiff = (client: Client, query: HistoryQuery): Promise<PatchOperation[]> =>
  ask<PatchOperation[]>(
    client,
    { ...query, modifiers: { ...query.modifiers, diff: true } },
    'application/json-patch+json',
  );

/** Options for following changes. */
export interface FollowOptions {
  /** Ends the stream when aborted. */
  signal?: AbortSignal;
  /** Position to continue after: that of a {@link FollowedChange}, or `0` for all kept changes. @default only new changes */
  after?: string;
  /** Maximum number of consecutive failed connections. @default 5 */
  attempts?: number;
  /** Pause before a reconnect, ms. @default 1000 */
  pauseMs?: number;
}

/** A change and its position, which `after` accepts. */
export interface FollowedChange {
  position: string;
  change: Change;
}

/**
 * Yields the changes of a collection without end. Reconnects after the last change, so that none is lost or repeated.
 * @throws ApiError for an error answer (410: changes since `after` are not kept); Error when the service can't be reached
 */
export async function* followChanges(
  client: Client,
  query: HistoryQuery,
  { signal, after, attempts = 5, pauseMs = 1000 }: FollowOptions = {},
): AsyncGenerator<FollowedChange, void> {
  let position = after;
  for (let failed = 0; failed < attempts && !signal?.aborted;) {
    let failure: unknown;
    const { stream } = await client.sse.get({
      security: BEARER,
      url: `/api/v2/${historyPath(query)}`,
      headers: { Accept: 'text/event-stream', ...(position !== undefined && { 'Last-Event-ID': position }) },
      ...(signal && { signal }),
      sseMaxRetryAttempts: 1,
      onSseEvent: ({ id }) => {
        position = id ?? position;
        failed = 0;
      },
      onSseError: (error) => (failure = error),
    });
    for await (const change of stream as AsyncIterable<Change>) yield { position: position ?? '', change };
    failed += 1;
    const isFinal = failure instanceof ApiError && failure.isFinal;
    if (failure instanceof Error && (isFinal || failed >= attempts)) throw failure;
    if (!signal?.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

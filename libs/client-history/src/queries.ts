import { ApiError, BEARER } from './generated/api-client.ts';
import type { Client } from './generated/client/index.ts';
import { followEvents, type FollowOptions } from './generated/follow-events.ts';
import type { Change, Error as ErrorBody, PatchOperation } from './generated/types.gen.ts';
import { historyPath, type HistoryQuery } from './history-path.ts';

/** An error response of the service. */
export class HistoryError extends ApiError {
  override readonly name = 'HistoryError';
  declare readonly body: ErrorBody;
}

async function answerTo<T>(
  client: Client,
  query: HistoryQuery,
  accept: string,
): Promise<{ data: T; headers: Headers }> {
  // The address is built here because the generated function would encode the separators of its arguments.
  const { data, error, request, response } = await client.get<{ 200: T }, { default: ErrorBody }>({
    security: BEARER,
    url: `/api/v2/${historyPath(query)}`,
    headers: { Accept: accept },
  });
  if (!response) throw error as unknown as Error;
  if (!response.ok) throw new HistoryError(response.status, error, request);
  return { data: data as T, headers: response.headers };
}

const ask = async <T>(client: Client, query: HistoryQuery, accept: string): Promise<T> =>
  (await answerTo<T>(client, query, accept)).data;

const JSON_TYPE = 'application/json';
const withoutDocuments = (query: HistoryQuery): HistoryQuery => ({
  ...query,
  modifiers: { ...query.modifiers, expand: false },
});

/** Returns one document, or with `modifiers` its revisions. @throws HistoryError 404: unknown document, 410: no longer valid */
export const findDocument = <T = unknown>(client: Client, query: HistoryQuery & { id: string }): Promise<T> =>
  ask<T>(client, query, JSON_TYPE);

/** Returns documents of a collection, also for a single id. @typeParam T type of each document @throws HistoryError */
export async function findDocuments<T = unknown>(client: Client, query: HistoryQuery): Promise<T[]> {
  const expanded = { ...query, modifiers: { ...query.modifiers, expand: true } };
  const found = await ask<T | T[]>(client, expanded, JSON_TYPE);
  // The service answers the only id of an address with its document alone.
  return Array.isArray(found) ? found : [found];
}

/** Returns the ids of the documents of a collection. @throws HistoryError */
export const findIds = (client: Client, query: HistoryQuery): Promise<string[]> =>
  ask<string[]>(client, withoutDocuments(query), JSON_TYPE);

/** Ids, and where {@link followChanges} continues after them. */
export interface ListedIds {
  ids: string[];
  /** Absent for a list of the past, of the database, or of several accounts. */
  position?: string;
}

/** Returns the ids of the documents of a collection, and the last change that the list contains. @throws HistoryError */
export async function listIds(client: Client, query: HistoryQuery): Promise<ListedIds> {
  const { data: ids, headers } = await answerTo<string[]>(client, withoutDocuments(query), JSON_TYPE);
  const position = headers.get('last-event-id');
  return { ids, ...(position !== null && { position }) };
}

/** Returns the changes between revisions as a JSON Patch from the oldest to the newest. @throws HistoryError */
export const findDiff = (client: Client, query: HistoryQuery): Promise<PatchOperation[]> =>
  ask<PatchOperation[]>(
    client,
    { ...query, modifiers: { ...query.modifiers, diff: true } },
    'application/json-patch+json',
  );

/** Options for following changes. */
export interface FollowChangesOptions extends FollowOptions {
  /** Position to continue after: that of a {@link FollowedChange}, or `0` for all kept changes. @default only new changes */
  after?: string;
  /** Called with each position that the feed reaches: at once after a connection, with each change, and while there are none. */
  onPosition?: (position: string) => void;
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
  { after, onPosition, ...options }: FollowChangesOptions = {},
): AsyncGenerator<FollowedChange, void> {
  let position = after ?? '';
  const reached = (id: string): void => {
    position = id;
    onPosition?.(id);
  };
  const request = { url: `/api/v2/${historyPath(query)}` };
  const events = followEvents<Change>(client, request, { ...options, after, onPosition: reached });
  for await (const change of events) yield { position, change };
}

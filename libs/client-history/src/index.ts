/** Operations and types, generated from `openapi.json`. */
export * from './generated/index.ts';
export type { Client } from './generated/client/index.ts';
export { ApiError, createApiClient as createHistoryClient } from './generated/api-client.ts';
export type { FollowOptions } from './generated/follow-events.ts';
export { historyPath, type HistoryQuery, type Modifiers, type Moment } from './history-path.ts';
export {
  HistoryError,
  findDiff,
  findDocument,
  findDocuments,
  findIds,
  followChanges,
  listIds,
  type FollowChangesOptions,
  type FollowedChange,
  type ListedIds,
} from './queries.ts';

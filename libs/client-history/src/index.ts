/** Operations and types, generated from `openapi.json`. */
export * from './generated/index.ts';
export type { Client } from './generated/client/index.ts';
export { ApiError, createApiClient as createHistoryClient } from './generated/api-client.ts';
export { historyPath, type HistoryQuery, type Modifiers, type Moment } from './history-path.ts';
export {
  HistoryError,
  findDiff,
  findDocument,
  findDocuments,
  findIds,
  followChanges,
  listIds,
  type FollowOptions,
  type FollowedChange,
  type ListedIds,
} from './queries.ts';

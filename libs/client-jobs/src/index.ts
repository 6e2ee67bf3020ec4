/** Operations and types, generated from `openapi.json`. */
export * from './generated/index.ts';
export type { Client } from './generated/client/index.ts';
export { ApiError, createApiClient as createJobsClient } from './api-client.ts';
export type { FollowOptions } from './follow-events.ts';
export * from './jobs.ts';
export * from './follow-job-file.ts';

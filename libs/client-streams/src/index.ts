/** Operations and types, generated from `openapi.json`. */
export * from './generated/index.ts';
export type { Client } from './generated/client/index.ts';
export { ApiError, createApiClient as createStreamsClient } from './generated/api-client.ts';
export type { FollowOptions } from './generated/follow-events.ts';
export { followJobEvents, type FollowJobEventsOptions } from './job-events.ts';
// Instead of the generated functions of the same names, which would lose the events between two connections.
export { followClusterOutput, followJobOutput, type FollowOutputOptions } from './job-output.ts';
export { EventPositions } from './event-positions.ts';
export { serverEvents, type ServerEvent } from './server-events.ts';

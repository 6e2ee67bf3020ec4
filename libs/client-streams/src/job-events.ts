import type { Client } from './generated/client/index.ts';
import { followEvents, type FollowEventsOptions } from './generated/follow-events.ts';
import type { GetJobEventsData, JobEvent } from './generated/types.gen.ts';

/** How the events of a job are followed. */
export interface FollowJobEventsOptions extends FollowEventsOptions {
  /** The first events: the newest `limit` of those that are not older than `since`. @default the newest 1,000 */
  query?: GetJobEventsData['query'];
}

/**
 * Yields what happened to a job, oldest first, then what happens until the job ends. Reconnects after the last event.
 * @throws ApiError for an unknown job; Error when the service can't be reached
 */
export const followJobEvents = (
  client: Client,
  jobId: string,
  { query, ...options }: FollowJobEventsOptions = {},
): AsyncGenerator<JobEvent, void> => {
  const url = '/api/v1/jobs/{jobId}/events';
  return followEvents<JobEvent>(client, { url, path: { jobId }, ...(query && { query }) }, options);
};

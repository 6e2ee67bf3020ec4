import { createJobsClient, type Client } from '@portolan/client-jobs';
import type { Session } from './session.ts';

/** Options of every call of job orchestration. */
export interface JobsApi {
  client: Client;
  throwOnError: true;
}

export const jobsApi = (session: Session): JobsApi => ({
  client: createJobsClient(session.address('jobs')),
  throwOnError: true,
});

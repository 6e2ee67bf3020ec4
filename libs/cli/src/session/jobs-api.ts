import { createJobsClient, type Client } from '@portolan/client-jobs';
import type { Session } from './session.ts';

/** What every operation of job orchestration is called with. */
export interface JobsApi {
  client: Client;
  throwOnError: true;
}

export const jobsApi = (session: Session): JobsApi => ({
  client: createJobsClient(session.address('jobs')),
  throwOnError: true,
});

import type { JobRequest } from './job.entity';

/**
 * Returns what an element of an array inherits from its array's request. `retry` stays: an element is retried by itself
 * (V3-ARRAY-14). Mail and webhook are sent once, for the array (V3-ARRAY-15), and the array has waited for all dependencies.
 */
export const elementRequest = (request: JobRequest): JobRequest => ({
  ...request,
  email: null,
  webhook: null,
  dependsOn: null,
  array: null,
});

/** Operations and types, generated from `openapi.json`. */
export * from './generated/index.ts';
export type { Client } from './generated/client/index.ts';
export { ApiError } from './api-client.ts';
export { createJobsClient } from './create-client.ts';
export { followJobStatus, type FollowOptions } from './follow-job-status.ts';
export { readJobFile } from './read-job-file.ts';
export { submitJobWithAttachments, submittedJobId, type Attachment } from './submit-job-with-attachments.ts';

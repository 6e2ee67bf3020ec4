import { validateBody } from '@portolan/validation';
import { readTags } from '../compatibility/genie';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { knownIn } from '../releases/release-table';
import { JobSubmission } from './job-request.dto';

/**
 * Checks the body of a submission, or of its preview. Fields that the release does not have are ignored like unknown ones.
 * @throws ValidationFailedError
 */
export const readSubmission = (
  body: unknown,
  { API_RELEASE, COMPATIBILITY }: Pick<JobOrchestrationConfig, 'API_RELEASE' | 'COMPATIBILITY'>,
): JobSubmission =>
  validateBody(JobSubmission, readTags(COMPATIBILITY, knownIn(API_RELEASE, 'request', body)));

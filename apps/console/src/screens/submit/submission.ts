import type { JobRequestView, JobSubmission } from '@portolan/client-jobs';
import { withoutBlanks } from './blanks';

/** The submission that a new form begins with: what the examples of a fresh installation can run. */
export const FIRST: JobSubmission = {
  name: 'hello',
  user: 'me',
  version: '1',
  commandArgs: '-c "echo hello"',
  clusterCriterias: [{ tags: ['type:shell'] }],
  commandCriteria: ['type:bash'],
};

/** Fields of a stored request that a new submission does not take. */
const STORED_ONLY = new Set(['id', 'created', 'updated', '_links']);

/** Returns a stored request as a submission that can be changed: without what the service adds, and without blanks. Pure. */
export const submissionFrom = (request: JobRequestView): JobSubmission =>
  Object.fromEntries(
    Object.entries(withoutBlanks(request)).filter(([name]) => !STORED_ONLY.has(name)),
  ) as unknown as JobSubmission;

/** Reads the text of the editor. @throws SyntaxError with the place of what is wrong */
export function parseSubmission(text: string): JobSubmission {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('a submission is a JSON object');
  return value as JobSubmission;
}

/** Returns the tags in a field: its parts between commas, trimmed. */
export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

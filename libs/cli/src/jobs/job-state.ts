import type { JobStatus } from '@portolan/client-jobs';

const OVER = new Set<JobStatus>(['SUCCEEDED', 'KILLED', 'FAILED', 'INVALID']);

export const isOver = (status: JobStatus): boolean => OVER.has(status);

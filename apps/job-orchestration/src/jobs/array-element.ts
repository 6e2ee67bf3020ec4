import { archiveStatusOfNew } from './archive-status';
import { JobStatus, isFinished } from './job-status';
import { StatusMessage } from './status-message';
import type { JobEntity, JobRequest } from './job.entity';

export interface ElementName {
  arrayId: string;
  index: number;
}

/** Longest id of a job, characters. */
export const ID_LIMIT = 255;

const ELEMENT_ID = /^(.+)\.(0|[1-9]\d{0,3})$/s;

export const elementId = (arrayId: string, index: number): string => `${arrayId}.${index}`;

/** Returns the element that an id may name; undefined for an id that no element can have. */
export function elementNamed(id: string): ElementName | undefined {
  const [, arrayId, index] = ELEMENT_ID.exec(id) ?? [];
  return arrayId === undefined ? undefined : { arrayId, index: Number(index) };
}

/** Returns the status of elements without a row. Once their array has ended or is killed, no row is created any more. */
export function unstartedStatus(array: Pick<JobEntity, 'status' | 'killRequestedAt'>): JobStatus {
  if (array.killRequestedAt !== null) return JobStatus.Killed;
  return isFinished(array.status) ? array.status : JobStatus.Accepted;
}

/**
 * Returns what an element of an array inherits from its array's request. `retry` stays: an element is retried by itself
 * (V3-ARRAY-14). Mail and webhook are sent once, for the array (V3-ARRAY-15), and the array has waited for all dependencies.
 */
const elementRequest = (request: JobRequest): JobRequest => ({
  ...request,
  email: null,
  webhook: null,
  dependsOn: null,
  array: null,
});

/** Returns an element as it is shown before it has a row, and as it is stored at its creation. */
export function newElement(array: JobEntity, index: number): JobEntity {
  const status = unstartedStatus(array);
  const message = status === JobStatus.Killed ? StatusMessage.KilledByUser : array.statusMsg;
  return {
    ...array,
    id: elementId(array.id, index),
    arrayId: array.id,
    arrayIndex: index,
    status,
    statusMsg: isFinished(status) ? message : StatusMessage.Accepted,
    history: null,
    started: null,
    finished: null,
    request: elementRequest(array.request),
    archiveStatus: archiveStatusOfNew(array.request, isFinished(status)),
    killRequestedAt: null,
    // The folder belongs to the array.
    attachments: null,
  };
}

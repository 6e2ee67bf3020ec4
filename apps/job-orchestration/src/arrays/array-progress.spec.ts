import type { JobStatus } from '../jobs/job-status';
import { elementsToCreate, endOfArray } from './array-progress';

const counts = (of: Partial<Record<JobStatus, number>>) =>
  new Map(Object.entries(of) as [JobStatus, number][]);

describe('the elements to create', () => {
  it.each([
    ['a batch at first', {}, 0, 1000, null, 32],
    ['all of a small array', {}, 0, 5, null, 5],
    ['none while enough wait for nodes', { ACCEPTED: 40, RUNNING: 500 }, 0, 1000, null, 0],
    ['a batch when few wait', { ACCEPTED: 32, RUNNING: 500 }, 0, 1000, null, 32],
    ['a batch beside those that wait for another attempt', { ACCEPTED: 64 }, 60, 1000, null, 32],
  ])('creates %s', (_what, active, delayed, left, maxRunning, expected) =>
    expect(elementsToCreate(counts(active), delayed, left, maxRunning)).toBe(expected),
  );

  it.each([
    [{}, 3],
    [{ RUNNING: 1 }, 2],
    [{ ACCEPTED: 1, CLAIMED: 1, RUNNING: 1 }, 0],
    [{ ACCEPTED: 3 }, 0],
  ])('[V3-ARRAY-6] fills the places of the limit: beside %j it creates %i', (active, expected) =>
    expect(elementsToCreate(counts(active), 3, 1000, 3)).toBe(expected),
  );
});

describe('the end of an array', () => {
  it.each([
    [{ SUCCEEDED: 3 }, false, 'SUCCEEDED', 'Job finished successfully.'],
    [{ SUCCEEDED: 3 }, true, 'SUCCEEDED', 'Job finished successfully.'],
    [{ SUCCEEDED: 1, KILLED: 2 }, true, 'KILLED', 'Job was killed by user.'],
    [{ SUCCEEDED: 1, FAILED: 1, KILLED: 1 }, false, 'FAILED', '2 of 3 elements failed.'],
  ])('[V3-ARRAY-7] ends an array of %j (killed: %s) as %s', (of, killed, status, statusMsg) =>
    expect(endOfArray(counts(of), 3, killed)).toEqual({ status, statusMsg }),
  );
});

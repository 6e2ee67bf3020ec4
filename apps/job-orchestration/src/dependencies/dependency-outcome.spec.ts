import type { DependencyCondition } from '../jobs/job-request.dto';
import type { JobStatus } from '../jobs/job-status';
import { isMet, judgeDependencies, type JudgedDependency } from './dependency-outcome';

const on = (
  id: string,
  status: JobStatus,
  condition: DependencyCondition = 'succeeded',
): JudgedDependency => ({
  id,
  status,
  condition,
});

describe('a dependency', () => {
  it.each<[DependencyCondition, JobStatus, boolean | null]>([
    ['succeeded', 'SUCCEEDED', true],
    ['succeeded', 'FAILED', false],
    ['succeeded', 'KILLED', false],
    ['failed', 'SUCCEEDED', false],
    ['failed', 'FAILED', true],
    ['failed', 'KILLED', true],
    ['finished', 'SUCCEEDED', true],
    ['finished', 'FAILED', true],
    ['finished', 'KILLED', true],
    ['succeeded', 'RUNNING', null],
    ['failed', 'ACCEPTED', null],
  ])('[V3-DEP-3] on %s is, after %s, met: %s', (condition, status, met) => {
    expect(isMet({ condition, status })).toBe(met);
  });
});

describe('a job with dependencies', () => {
  it('[V3-DEP-6] waits for the open ones, in the order of the request', () => {
    const outcome = judgeDependencies([on('b', 'RUNNING'), on('x', 'SUCCEEDED'), on('a', 'ACCEPTED')]);
    expect(outcome).toEqual({ outcome: 'open', statusMsg: 'Waiting for b, a.' });
  });

  it.each([
    [5, 'Waiting for j0, j1, j2, j3, j4.'],
    [6, 'Waiting for j0, j1, j2, j3, j4 and 1 more.'],
    [17, 'Waiting for j0, j1, j2, j3, j4 and 12 more.'],
  ])('[V3-DEP-6] names five of %i', (count, statusMsg) => {
    const open = Array.from({ length: count }, (_, index) => on(`j${index}`, 'INIT'));
    expect(judgeDependencies(open)).toEqual({ outcome: 'open', statusMsg });
  });

  it('[V3-DEP-8] can no longer run as soon as one is unmet; the first in the order of the request is named', () => {
    const outcome = judgeDependencies([on('a', 'RUNNING'), on('b', 'KILLED'), on('c', 'FAILED')]);
    expect(outcome).toEqual({ outcome: 'unmet', statusMsg: 'Dependency b ended KILLED.' });
  });

  it('runs when all are met', () => {
    expect(judgeDependencies([on('a', 'SUCCEEDED'), on('b', 'KILLED', 'failed')])).toEqual({
      outcome: 'met',
    });
  });
});

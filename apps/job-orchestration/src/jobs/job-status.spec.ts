import { ACTIVE_STATUSES, JobStatus, isFinished, predecessorsOf } from './job-status';

describe('the states of a job', () => {
  it('[V3-STATE-1] are active or finished', () => {
    expect(ACTIVE_STATUSES).toEqual(['RESERVED', 'RESOLVED', 'ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING']);
    expect(Object.values(JobStatus).filter(isFinished)).toEqual(['SUCCEEDED', 'KILLED', 'FAILED', 'INVALID']);
  });

  it('are never left once a job is finished', () => {
    const sources = Object.values(JobStatus).flatMap(predecessorsOf);
    expect(sources.filter(isFinished)).toEqual([]);
  });

  it('are never re-entered, except ACCEPTED by a waiting job', () => {
    expect(predecessorsOf('ACCEPTED')).toEqual(ACTIVE_STATUSES);
    expect(predecessorsOf('RUNNING')).toEqual(['ACCEPTED', 'CLAIMED', 'INIT']);
    expect(predecessorsOf('CLAIMED')).toEqual(['RESOLVED', 'ACCEPTED']);
    expect(predecessorsOf('KILLED')).toEqual(ACTIVE_STATUSES);
  });
});

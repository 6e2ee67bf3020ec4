import type { LaunchEnd } from '@portolan/launches';
import { PROCESS_ENDED } from '../jobs/job-change';
import { isRequestedEnd, outcomeOf } from './worker-outcome';

const exited = (exitCode: number) => ({ cause: 'exited', exitCode }) as LaunchEnd;

describe('the end of a launch', () => {
  it('[V1-LIFE-2] replaces a worker whose process ended with 0', () => {
    expect(outcomeOf(exited(0))).toEqual({ failsJob: false, reason: 'Lost', news: PROCESS_ENDED });
  });

  it('[V1-LIFE-2] replaces a worker whose process failed', () => {
    expect(outcomeOf(exited(1))).toEqual({ failsJob: false, reason: 'Error', news: PROCESS_ENDED });
  });

  it('[V1-LIFE-5] fails the job of a worker that exits with 64', () => {
    expect(outcomeOf(exited(64))).toMatchObject({ failsJob: true, news: PROCESS_ENDED });
  });

  it.each([
    [true, true],
    [false, false],
  ])('[V1-LIFE-5] without a start, permanent: %p, fails the job: %p', (permanent, failsJob) => {
    const end = { cause: 'notStarted', failure: { permanent, message: 'no artifact' } } as LaunchEnd;
    expect(outcomeOf(end)).toMatchObject({ failsJob, news: 'no artifact' });
  });

  it('names the place and the cause of a lost worker when a launcher reported them', () => {
    const end = { cause: 'lost', place: 'memory', message: 'out of memory' } as LaunchEnd;
    expect(outcomeOf(end).news).toBe('resubmitting lost worker: out of memory');
    expect(outcomeOf({ cause: 'lost' } as LaunchEnd).news).toBe('resubmitting lost worker ');
  });

  it.each([
    [{ cause: 'withdrawn' }, true],
    [{ cause: 'stopped', reason: 'owner' }, true],
    [{ cause: 'stopped', reason: 'node' }, false],
    [{ cause: 'exited', exitCode: 0 }, false],
  ])('%j was requested by this service: %p', (end, expected) => {
    expect(isRequestedEnd(end as LaunchEnd)).toBe(expected);
  });
});

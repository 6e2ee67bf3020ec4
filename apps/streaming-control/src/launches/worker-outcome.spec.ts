import type { LaunchEnd } from '@portolan/launches';
import { isRequestedEnd, outcomeOf } from './worker-outcome';

const exited = (exitCode: number, lastLine?: string): LaunchEnd => ({
  cause: 'exited',
  exitCode,
  ...(lastLine !== undefined && { lastLine }),
});
const newsOf = (cause: string) => ({ text: 'worker terminated', cause, withoutStage: true });

describe('the end of a launch', () => {
  it('[V1-LIFE-2] replaces a worker whose process ended with 0', () => {
    expect(outcomeOf(exited(0))).toEqual({ failsJob: false, reason: 'Lost', news: newsOf('exit code 0') });
  });

  it('[V1-LIFE-2] replaces a worker whose process failed', () => {
    expect(outcomeOf(exited(1))).toEqual({ failsJob: false, reason: 'Error', news: newsOf('exit code 1') });
  });

  it('[V1-LIFE-5] fails the job of a worker that exits with 64', () => {
    expect(outcomeOf(exited(64))).toMatchObject({ failsJob: true, news: newsOf('exit code 64') });
  });

  it('[V1-LIFE-17] names the signal and the last line of a process that failed', () => {
    expect(outcomeOf(exited(139, 'no topic')).news).toEqual(newsOf('signal SIGSEGV: no topic'));
  });

  it.each([
    [true, true],
    [false, false],
  ])(
    '[V1-LIFE-5] a launch that ends without a start, permanent: %p, fails the job: %p',
    (permanent, failsJob) => {
      const end = { cause: 'notStarted', failure: { permanent, message: 'no artifact' } } as LaunchEnd;
      expect(outcomeOf(end)).toMatchObject({ failsJob, news: { text: 'no artifact' } });
    },
  );

  it('names the place and the cause of a lost worker when a launcher reported them', () => {
    const end = { cause: 'lost', place: 'memory', message: 'out of memory' } as LaunchEnd;
    expect(outcomeOf(end).news).toEqual({
      text: 'resubmitting lost worker: out of memory',
      cause: 'out of memory',
    });
    expect(outcomeOf({ cause: 'lost', message: 'node n1 is lost' }).news).toEqual({
      text: 'resubmitting lost worker ',
      cause: 'node n1 is lost',
    });
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

import { causeText, shownJobReason, shownWorkerReason, storedEndReason } from './end-reason';
import { JobState } from './job-states';
import { WorkerReason } from './worker-states';

describe('[V1-LIFE-17] the reason', () => {
  it.each([
    [JobState.Launched, null, 'Normal'],
    [JobState.TerminatingNormal, 'Normal', 'Normal'],
    [JobState.Completed, 'Normal', 'Normal'],
    [JobState.TerminatingNormal, 'by ann', 'Killed: by ann'],
    [JobState.Completed, 'by ann', 'Killed: by ann'],
    [JobState.TerminatingAbnormal, 'x.zip: 404', 'Error: x.zip: 404'],
    [JobState.Failed, 'x.zip: 404', 'Error: x.zip: 404'],
    // Rows of a release that stored none.
    [JobState.Completed, null, 'Killed'],
    [JobState.Failed, null, 'Error'],
  ])('a job in %s that ended by %j has the reason %j', (state, endReason, shown) =>
    expect(shownJobReason({ state, endReason })).toBe(shown),
  );

  it('of a job that was killed or failed by a cause named like an end by itself has its word', () => {
    const endReason = storedEndReason('Normal');
    expect(shownJobReason({ state: JobState.Completed, endReason })).toBe('Killed: Normal');
    expect(shownJobReason({ state: JobState.Failed, endReason })).toBe('Error: Normal');
  });

  it.each([
    [WorkerReason.Relaunched, null, 'Relaunched'],
    [WorkerReason.Relaunched, 'exit code 1', 'Relaunched: exit code 1'],
    [WorkerReason.Killed, '', 'Killed'],
  ])('a worker with %s and the cause %j has the reason %j', (reason, cause, shown) =>
    expect(shownWorkerReason({ reason, cause })).toBe(shown),
  );

  it('is one line of at most 1,024 characters', () => {
    expect(causeText(`a\nb${'c'.repeat(2000)}`)).toMatch(/^a bc{1021}$/);
    const cause = causeText('c'.repeat(2000));
    expect(shownWorkerReason({ reason: WorkerReason.Error, cause })).toHaveLength(1024);
  });
});

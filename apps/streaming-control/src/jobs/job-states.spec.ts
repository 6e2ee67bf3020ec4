import { JobState, canJobMove, isActiveJob, shownJobState } from './job-states';
import { WorkerState, canWorkerMove, isTerminalWorker } from './worker-states';

describe('states of a job', () => {
  const allowed: Record<JobState, JobState[]> = {
    Accepted: ['Accepted', 'Launched', 'Terminating_abnormal', 'Terminating_normal', 'Failed', 'Completed'],
    Launched: ['Launched', 'Terminating_abnormal', 'Terminating_normal', 'Failed', 'Completed'],
    Terminating_abnormal: ['Terminating_abnormal', 'Failed'],
    Terminating_normal: ['Terminating_normal', 'Completed'],
    Failed: [],
    Completed: [],
  };

  it.each(Object.values(JobState))('%s moves only as the table allows', (from) => {
    expect(Object.values(JobState).filter((to) => canJobMove(from, to))).toEqual(allowed[from]);
  });

  it('shows an ending job as ended, and no ended job as active', () => {
    expect(Object.values(JobState).map((state) => [state, shownJobState(state), isActiveJob(state)])).toEqual(
      [
        ['Accepted', 'Accepted', true],
        ['Launched', 'Launched', true],
        ['Terminating_abnormal', 'Failed', false],
        ['Terminating_normal', 'Completed', false],
        ['Failed', 'Failed', false],
        ['Completed', 'Completed', false],
      ],
    );
  });
});

describe('states of a worker', () => {
  const allowed: Record<WorkerState, WorkerState[]> = {
    Accepted: ['Launched', 'Failed', 'Completed'],
    Launched: ['StartInitiated', 'Started', 'Failed', 'Completed'],
    StartInitiated: ['StartInitiated', 'Started', 'Failed', 'Completed'],
    Started: ['Started', 'Failed', 'Completed'],
    Failed: ['Failed'],
    Completed: [],
  };

  it.each(Object.values(WorkerState))('%s moves only as the table allows', (from) => {
    expect(Object.values(WorkerState).filter((to) => canWorkerMove(from, to))).toEqual(allowed[from]);
  });

  it('ends with Failed and Completed', () => {
    expect(Object.values(WorkerState).filter(isTerminalWorker)).toEqual(['Failed', 'Completed']);
  });
});

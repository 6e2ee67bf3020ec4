/** States of a job as they are stored (docs/contract/streams.md#states). */
export const JobState = {
  Accepted: 'Accepted',
  Launched: 'Launched',
  /** Shown as Failed; its processes may still be ending. */
  TerminatingAbnormal: 'Terminating_abnormal',
  /** Shown as Completed; its processes may still be ending. */
  TerminatingNormal: 'Terminating_normal',
  Failed: 'Failed',
  Completed: 'Completed',
} as const;
export type JobState = (typeof JobState)[keyof typeof JobState];

const NEXT: Readonly<Record<JobState, readonly JobState[]>> = {
  Accepted: ['Accepted', 'Launched', 'Terminating_abnormal', 'Terminating_normal', 'Failed', 'Completed'],
  Launched: ['Launched', 'Terminating_abnormal', 'Terminating_normal', 'Failed', 'Completed'],
  Terminating_abnormal: ['Terminating_abnormal', 'Failed'],
  Terminating_normal: ['Terminating_normal', 'Completed'],
  Failed: [],
  Completed: [],
};

const SHOWN = {
  Accepted: 'Accepted',
  Launched: 'Launched',
  Terminating_abnormal: 'Failed',
  Terminating_normal: 'Completed',
  Failed: 'Failed',
  Completed: 'Completed',
} as const satisfies Record<JobState, JobState>;

/** The states of a job that has not ended: clients see every other one as its end. */
export const ACTIVE_JOB_STATES: readonly JobState[] = [JobState.Accepted, JobState.Launched];

export const canJobMove = (from: JobState, to: JobState): boolean => NEXT[from].includes(to);

export const isActiveJob = (state: JobState): boolean => ACTIVE_JOB_STATES.includes(state);

/** Reports whether a job has ended, with all its processes. */
export const isEndedJob = (state: JobState): boolean => NEXT[state].length === 0;

/** Returns the state that clients see: an ending job shows as ended. */
export const shownJobState = (state: JobState): (typeof SHOWN)[JobState] => SHOWN[state];

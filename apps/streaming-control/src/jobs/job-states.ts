/** States of a job as they are stored (reference: streams §4.1). */
export const JobState = {
  Accepted: 'Accepted',
  Launched: 'Launched',
  /** Failed, but processes may still be ending. */
  TerminatingAbnormal: 'Terminating_abnormal',
  /** Killed, but processes may still be ending. */
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

/** States in which a job runs or will run. */
export const ACTIVE_JOB_STATES: readonly JobState[] = [JobState.Accepted, JobState.Launched];

/** Tells whether a job may go from one state to another. */
export const canJobMove = (from: JobState, to: JobState): boolean => NEXT[from].includes(to);

/** Accepted or Launched; everything else is over for a client. */
export const isActiveJob = (state: JobState): boolean => ACTIVE_JOB_STATES.includes(state);

/** What a client sees: the states of ending show as the end itself. */
export function shownJobState(state: JobState): 'Accepted' | 'Launched' | 'Failed' | 'Completed' {
  switch (state) {
    case JobState.TerminatingAbnormal:
    case JobState.Failed:
      return 'Failed';
    case JobState.TerminatingNormal:
    case JobState.Completed:
      return 'Completed';
    case JobState.Accepted:
    case JobState.Launched:
      return state;
  }
}

/** A colour of states in tokens.css. */
export type Tone = 'waiting' | 'starting' | 'running' | 'succeeded' | 'failed' | 'killed';

/** States of jobs, workers, streaming jobs, nodes, fires and changes, in the words of the APIs. */
const TONES: Readonly<Record<string, Tone>> = {
  RESERVED: 'waiting',
  RESOLVED: 'waiting',
  ACCEPTED: 'waiting',
  CLAIMED: 'starting',
  INIT: 'starting',
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  INVALID: 'failed',
  KILLED: 'killed',
  Accepted: 'waiting',
  Launched: 'running',
  Started: 'running',
  StartInitiated: 'starting',
  Completed: 'succeeded',
  Failed: 'failed',
  Terminating_abnormal: 'killed',
  Terminating_normal: 'killed',
  ACTIVE: 'succeeded',
  PAUSED: 'waiting',
  CORDONED: 'waiting',
  DRAINING: 'killed',
  DRAINED: 'waiting',
  LOST: 'failed',
  DEGRADED: 'failed',
  UP: 'succeeded',
  OUT_OF_SERVICE: 'waiting',
  TERMINATED: 'killed',
  INACTIVE: 'waiting',
  DEPRECATED: 'killed',
  started: 'succeeded',
  skipped: 'waiting',
  missed: 'killed',
  failed: 'failed',
  buffered: 'starting',
  added: 'succeeded',
  changed: 'running',
  removed: 'killed',
};

/** Returns the tone of a state; an unknown one looks like waiting. */
export const toneOf = (state: string): Tone => TONES[state] ?? 'waiting';

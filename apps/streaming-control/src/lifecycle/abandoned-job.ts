/** The subscribers of a Transient job. Times in ms since the epoch. */
export interface Subscriptions {
  /** When the job was Launched. */
  startedAt: number;
  /** When the last subscriber left; undefined while a sink worker has one, or has not reported. */
  unsubscribedSince: number | undefined;
  /** How long the job may run without subscribers, ms. */
  timeoutMs: number;
  /** How long the job runs in any case, ms. */
  minRuntimeMs: number;
}

/** Reports whether a Transient job ends because it has no subscribers (V1-LIFE-9). */
export const isAbandoned = (job: Subscriptions, now: number): boolean =>
  job.unsubscribedSince !== undefined &&
  now - job.unsubscribedSince >= job.timeoutMs &&
  now - job.startedAt >= job.minRuntimeMs;

/** States of a job, in their order. */
export const STATUSES: readonly string[] = [
  ...['RESERVED', 'RESOLVED', 'ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING'],
  ...['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'],
];

const FINAL: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID']);

/** Reports whether a job in this state has ended. */
export const isFinal = (status: string): boolean => FINAL.has(status);

const FINAL: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID']);

/** Reports whether a job in this state has ended. */
export const isFinal = (status: string): boolean => FINAL.has(status);

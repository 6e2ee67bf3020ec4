export const jobIdOf = (cluster: string, number: number): string => `${cluster}-${number}`;

/** A cluster name may itself end with a dash and digits, so the last dash separates it from the number. */
export const JOB_ID_PATTERN = /^(.+)-(\d{1,15})$/;

/** Parses `<clusterName>-<number>`; undefined for any other shape. */
export function parseJobId(id: string): { cluster: string; number: number } | undefined {
  const match = JOB_ID_PATTERN.exec(id);
  return match?.[1] && match[2] ? { cluster: match[1], number: Number(match[2]) } : undefined;
}

export const workerId = (worker: { jobId: string; workerIndex: number; workerNumber: number }): string =>
  `${worker.jobId}-worker-${worker.workerIndex}-${worker.workerNumber}`;

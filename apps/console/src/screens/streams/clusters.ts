import type { CompactJob, JobCluster } from '@portolan/client-streams';

/** Returns the cluster of a job: its id is the name of the cluster, a hyphen and a number. Pure. */
export const clusterOf = (jobId: string): string => jobId.replace(/-\d+$/, '');

/** Returns jobs by the name of their cluster. Pure. */
export function jobsByCluster(jobs: readonly CompactJob[]): Map<string, CompactJob[]> {
  const byCluster = new Map<string, CompactJob[]>();
  for (const job of jobs) {
    const name = clusterOf(job.jobId);
    byCluster.set(name, [...(byCluster.get(name) ?? []), job]);
  }
  return byCluster;
}

/** Tells whether fewer jobs run than the SLA of an enabled cluster demands. Pure. */
export const isBelowSla = (
  { disabled, sla }: Pick<JobCluster, 'disabled' | 'sla'>,
  running: number,
): boolean => !disabled && running < sla.min;

import type { CompactJob, JobCluster } from '@portolan/client-streams';

/** Returns the cluster of a job: its id is the name of the cluster, a hyphen and a number. */
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

/** Reports whether an enabled cluster has fewer active jobs, Accepted ones included, than its SLA demands (V1-CLUSTER-22). */
export const isBelowSla = (
  { disabled, sla }: Pick<JobCluster, 'disabled' | 'sla'>,
  active: number,
): boolean => !disabled && active < sla.min;

/** Returns how many jobs an SLA demands and allows; no limit is 0. Pure. */
export function slaInWords({ min, max }: Pick<JobCluster['sla'], 'min' | 'max'>): string {
  const jobs = (count: number): string => `${count} job${count === 1 ? '' : 's'}`;
  if (max === 0) return min === 0 ? 'none' : `at least ${jobs(min)}`;
  if (min === max) return `exactly ${jobs(min)}`;
  return min === 0 ? `at most ${jobs(max)}` : `${min} to ${jobs(max)}`;
}

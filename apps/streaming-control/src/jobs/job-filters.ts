import type { JobEntity } from './job.entity';
import type { Label } from './submit-resolution';

/** Filters of the job lists that look at the job alone (reference: streams §9). */
export interface JobFilters {
  matches: (clusterName: string) => boolean;
  labels: readonly Label[];
  labelsOp: 'or' | 'and';
  /** Newest so many jobs of each cluster. */
  limit: number | undefined;
}

/** `k=v,k2=v2`; what is not of that form is ignored. */
export function parseLabels(text: string | undefined): Label[] {
  return (text ?? '').split(',').flatMap((token) => {
    const at = token.indexOf('=');
    return at > 0 ? [{ name: token.slice(0, at).trim(), value: token.slice(at + 1).trim() }] : [];
  });
}

/** The jobs that pass, in the order in which they came. */
export function filterJobs(jobs: readonly JobEntity[], filters: JobFilters): JobEntity[] {
  const passing = jobs.filter((job) => filters.matches(job.cluster) && hasLabels(job, filters));
  return filters.limit === undefined ? passing : newestOfEach(passing, filters.limit);
}

function hasLabels(job: JobEntity, { labels, labelsOp }: JobFilters): boolean {
  if (labels.length === 0) return true;
  const has = (wanted: Label) =>
    job.labels.some((label) => label.name === wanted.name && label.value === wanted.value);
  return labelsOp === 'and' ? labels.every(has) : labels.some(has);
}

function newestOfEach(jobs: readonly JobEntity[], limit: number): JobEntity[] {
  const numbers = new Map<string, number[]>();
  for (const { cluster, number } of jobs) numbers.set(cluster, [...(numbers.get(cluster) ?? []), number]);
  const kept = new Map(
    [...numbers].map(([cluster, all]) => [cluster, new Set(all.sort((a, b) => b - a).slice(0, limit))]),
  );
  return jobs.filter((job) => kept.get(job.cluster)?.has(job.number));
}

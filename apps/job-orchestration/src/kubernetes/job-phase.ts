import type { V1Job, V1Pod } from '@kubernetes/client-node';

/** How far a Job is. */
export const JobPhase = { Live: 'live', Complete: 'complete', Failed: 'failed' } as const;
export type JobPhase = (typeof JobPhase)[keyof typeof JobPhase];

/** By the conditions of the Job. */
export function phaseOf(job: V1Job): JobPhase {
  const met = (type: string): boolean =>
    job.status?.conditions?.some((one) => one.type === type && one.status === 'True') ?? false;
  if (met('Failed')) return JobPhase.Failed;
  return met('Complete') ? JobPhase.Complete : JobPhase.Live;
}

/** Why a Job failed, for people: what its pod says tells more than the Job. */
export function failureOf(job: V1Job, pods: readonly V1Pod[]): string {
  const condition = job.status?.conditions?.find(({ type }) => type === 'Failed');
  const reasons = pods
    .filter((pod) => pod.status?.phase === 'Failed')
    .map((pod) => {
      const { reason, message, containerStatuses } = pod.status ?? {};
      const ended = containerStatuses?.map(({ state }) => state?.terminated).find((one) => one !== undefined);
      const exit = ended && `${ended.reason ?? 'Error'}, exit code ${ended.exitCode}`;
      return [reason, message ?? exit].filter((text) => text !== undefined).join(': ');
    });
  const [told = condition?.message ?? condition?.reason ?? 'it does not say why'] = reasons.filter(
    (text) => text !== '',
  );
  return `its pod failed (${told})`.slice(0, 1024);
}

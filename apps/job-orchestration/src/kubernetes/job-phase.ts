import type { V1Job, V1Pod } from '@kubernetes/client-node';
import { GoneCause } from '@portolan/launches';

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

/** Kubernetes' reason of a container that the kernel killed for its memory. */
const OUT_OF_MEMORY = 'OOMKilled';

/** Whether the pod of a Job is told to end while it runs. */
export const isTerminating = (job: V1Job): boolean => (job.status?.terminating ?? 0) > 0;

/** Why a pod has to go that is told to end, for people; undefined when it is not. */
export function disruptionOf({ metadata, spec, status }: V1Pod): string | undefined {
  const from = spec?.nodeName === undefined ? '' : ` from ${spec.nodeName}`;
  const target = status?.conditions?.find((one) => one.type === 'DisruptionTarget' && one.status === 'True');
  if (status?.reason === 'Evicted')
    return `its pod was evicted${from}: ${status.message ?? 'no reason told'}`;
  if (target) return `its pod was evicted${from} (${target.message ?? target.reason ?? 'no reason told'})`;
  return metadata?.deletionTimestamp === undefined ? undefined : 'its pod was deleted';
}

/** Whether the memory of a failed Job's pod was not enough, or something else was wrong. */
export const causeOf = (pods: readonly V1Pod[]): GoneCause =>
  pods.some(({ status }) =>
    status?.containerStatuses?.some(({ state }) => state?.terminated?.reason === OUT_OF_MEMORY),
  )
    ? GoneCause.Memory
    : GoneCause.Other;

/** Why a Job failed, for people: what its pod says tells more than the Job. */
export function failureOf(job: V1Job, pods: readonly V1Pod[]): string {
  const disruption = pods.map(disruptionOf).find((one) => one !== undefined);
  if (disruption !== undefined) return disruption.slice(0, 1024);
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

import type { V1Job, V1Pod } from '@kubernetes/client-node';
import { GoneCause, LaunchState, type KnownLaunch } from '@portolan/launches';

export const JobPhase = { Live: 'live', Complete: 'complete', Failed: 'failed' } as const;
export type JobPhase = (typeof JobPhase)[keyof typeof JobPhase];

export function phaseOf(job: V1Job): JobPhase {
  const met = (type: string): boolean =>
    job.status?.conditions?.some((one) => one.type === type && one.status === 'True') ?? false;
  if (met('Failed')) return JobPhase.Failed;
  return met('Complete') ? JobPhase.Complete : JobPhase.Live;
}

/** Reports whether the pod of a Job is being terminated while it runs. */
export const isTerminating = (job: V1Job): boolean => (job.status?.terminating ?? 0) > 0;

/** Returns the readable reason for which a pod is being terminated; undefined when it is not. */
export function disruptionOf({ metadata, spec, status }: V1Pod): string | undefined {
  const from = spec?.nodeName === undefined ? '' : ` from ${spec.nodeName}`;
  const target = status?.conditions?.find((one) => one.type === 'DisruptionTarget' && one.status === 'True');
  if (status?.reason === 'Evicted')
    return `its pod was evicted${from}: ${status.message ?? 'no reason given'}`;
  if (target) return `its pod was evicted${from} (${target.message ?? target.reason ?? 'no reason given'})`;
  return metadata?.deletionTimestamp === undefined ? undefined : 'its pod was deleted';
}

/** Returns whether the pod of a failed Job ran out of memory or failed for another reason. */
export const causeOf = (pods: readonly V1Pod[]): GoneCause =>
  pods.some(({ status }) =>
    status?.containerStatuses?.some(({ state }) => state?.terminated?.reason === 'OOMKilled'),
  )
    ? GoneCause.Memory
    : GoneCause.Other;

/** Returns the readable reason for which a Job failed: its pod is more precise than the Job. */
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

/**
 * The action that the Job of a launch needs: `delete` removes it (no node ever claimed the launch, so nothing of it runs),
 * `explain` notifies the pod why it is being terminated, `lose` reports the launch as lost with its pod, `retry` removes the
 * Job, so that another one is created for the launch.
 */
export type ReconcileAction = 'none' | 'delete' | 'explain' | 'lose' | 'retry';

/**
 * Decides the action for the states of a Job and of its launch.
 *
 * @param terminating whether the Job's pod is being terminated while it runs
 * @param launch undefined when its owner does not know it
 */
export function reconcileAction(
  phase: JobPhase,
  terminating: boolean,
  launch: KnownLaunch | undefined,
): ReconcileAction {
  const claimed = launch?.nodeId !== undefined;
  const ended = launch?.state === LaunchState.Ended;
  if (phase === JobPhase.Live) {
    if (launch === undefined || (ended && !claimed)) return 'delete';
    return terminating ? 'explain' : 'none';
  }
  if (launch === undefined || ended) return 'none';
  if (!claimed) return 'retry';
  return phase === JobPhase.Complete ? 'none' : 'lose';
}

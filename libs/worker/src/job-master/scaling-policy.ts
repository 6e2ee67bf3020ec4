/** By what a stage can be scaled (reference: streams §6.1); docs/writing-a-job.md says how each is measured. */
export const ScalingReason = {
  CPU: 'CPU',
  Memory: 'Memory',
  Network: 'Network',
  DataDrop: 'DataDrop',
  RPS: 'RPS',
  UserDefined: 'UserDefined',
} as const;
export type ScalingReason = (typeof ScalingReason)[keyof typeof ScalingReason];

/** When a measured value calls for more or fewer workers. */
export interface ScalingStrategy {
  readonly reason: ScalingReason;
  readonly scaleDownBelowPct: number;
  readonly scaleUpAbovePct: number;
  /** So many of the last so many samples have to say so. */
  readonly rollingCount: { readonly count: number; readonly of: number };
}

/** A stage's scaling policy as the control API answers it: complete and checked (reference: streams §6.1). */
export interface ScalingPolicy {
  readonly stage: number;
  readonly min: number;
  readonly max: number;
  readonly increment: number;
  readonly decrement: number;
  readonly coolDownSecs: number;
  readonly strategies: Readonly<Partial<Record<ScalingReason, ScalingStrategy>>>;
  /** Whether there is anything to scale and to scale by. */
  readonly enabled: boolean;
}

/** Which metric `UserDefined` looks at, and what of its values over the workers. */
export interface UserMetric {
  readonly name: string;
  readonly algorithm: 'MAX' | 'AVERAGE';
}

/** The parameter that names it: `<group>::<name>::<MAX|AVERAGE>`; the metric's name is `<group>_<name>`, or the name alone. */
export const USER_METRIC_PARAMETER = 'svc.jobmaster.autoscale.metric';

/** @returns undefined for a text of another shape */
export function readUserMetric(text: string): UserMetric | undefined {
  const [group, name, algorithm, ...more] = text.split('::').map((part) => part.trim());
  if (group === undefined || !name || more.length > 0) return undefined;
  if (algorithm !== 'MAX' && algorithm !== 'AVERAGE') return undefined;
  return { name: group === '' ? name : `${group}_${name}`, algorithm };
}

/** The measures that a stage can be scaled by (V1-SCALE-4); docs/writing-a-job.md describes how each is measured. */
export const ScalingReason = {
  CPU: 'CPU',
  Memory: 'Memory',
  Network: 'Network',
  DataDrop: 'DataDrop',
  RPS: 'RPS',
  UserDefined: 'UserDefined',
} as const;
export type ScalingReason = (typeof ScalingReason)[keyof typeof ScalingReason];

/** Thresholds beyond which a measured value requests more or fewer workers. */
export interface ScalingStrategy {
  readonly reason: ScalingReason;
  readonly scaleDownBelowPct: number;
  readonly scaleUpAbovePct: number;
  /** `count` of the last `of` samples have to agree. */
  readonly rollingCount: { readonly count: number; readonly of: number };
}

/** A stage's scaling policy as the control API returns it: complete and validated (V1-SCALE-3). */
export interface ScalingPolicy {
  readonly stage: number;
  readonly min: number;
  readonly max: number;
  readonly increment: number;
  readonly decrement: number;
  readonly coolDownSecs: number;
  readonly strategies: Readonly<Partial<Record<ScalingReason, ScalingStrategy>>>;
  /** False without a range of workers or a strategy. */
  readonly enabled: boolean;
}

/** A stage in a job's record (V1-FIELD-10). */
export interface StageRecord {
  readonly stageNum: number;
  readonly numWorkers: number;
  readonly scalable: boolean;
  /** The limits of one worker; undefined when the platform set none. */
  readonly machineDefinition: Readonly<Record<'cpuCores' | 'memoryMB' | 'networkMbps', number | undefined>>;
  readonly scalingPolicy: ScalingPolicy | null;
}

/** A worker in a job's record (V1-FIELD-11). */
export interface WorkerRecord {
  readonly stageNum: number;
  readonly workerNumber: number;
  readonly state: string;
  /** Host of the worker; null before a node has the worker. */
  readonly slave: string | null;
  readonly metricsPort: number;
}

/** The part of a job's record that the job master reads. */
export interface JobRecord {
  readonly jobMetadata: { readonly state: string };
  readonly stageMetadataList: readonly StageRecord[];
  readonly workerMetadataList: readonly WorkerRecord[];
}

/** The metric that `UserDefined` reads, and how it is combined over the workers. */
export interface UserMetric {
  readonly name: string;
  readonly algorithm: 'MAX' | 'AVERAGE';
}

/** The parameter `<group>::<name>::<MAX|AVERAGE>`; the metric's name is `<group>_<name>`, or the name alone. */
export const USER_METRIC_PARAMETER = 'svc.jobmaster.autoscale.metric';

/** @returns undefined for a text of another shape */
export function readUserMetric(text: string): UserMetric | undefined {
  const [group, name, algorithm, ...more] = text.split('::').map((part) => part.trim());
  if (group === undefined || !name || more.length > 0) return undefined;
  if (algorithm !== 'MAX' && algorithm !== 'AVERAGE') return undefined;
  return { name: group === '' ? name : `${group}_${name}`, algorithm };
}

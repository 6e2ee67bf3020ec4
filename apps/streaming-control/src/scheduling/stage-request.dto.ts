import { Flag, JsonObject, Nested, Numeric, ReadOnlyFields, Text, TextList } from '@portolan/validation';
import { ScalingReason } from '@portolan/worker/job-master';
import { Constraint } from './constraints';

/** Limits of one worker and one stage (docs/contract/streams.md#stages). */
export const WORKER_LIMITS = { maxCpuCores: 8, maxMemoryMB: 28_000, maxNetworkMbps: 1024 } as const;
export const MAX_STAGE_WORKERS = 1500;
/** Limits of one job: a small request must not create an unbounded number of rows. */
export const MAX_STAGES = 100;
export const MAX_JOB_WORKERS = 5000;

const { maxCpuCores, maxMemoryMB, maxNetworkMbps } = WORKER_LIMITS;
const CONSTRAINT_CHOICES = {
  texts: Object.values(Constraint),
  message: (name: string): string => `has the unknown constraint ${name}`,
};

const POSITIVE = { coerce: true, positive: true } as const;
const AT_LEAST_ZERO = { coerce: true, optional: true, min: 0 } as const;
const tooMuch = (what: string, limit: string): string =>
  `requested ${what} cannot be more than max ${limit} per worker $constraint1`;

/** The machine of one worker; every number may be a numeric string (V1-FIELD-2). */
export class MachineDefinitionRequest {
  @Numeric({ ...POSITIVE, max: maxCpuCores, maxMessage: tooMuch('CPU', 'CPU') }) cpuCores!: number;

  @Numeric({ ...POSITIVE, max: maxMemoryMB, maxMessage: tooMuch('memory', 'memoryMB') }) memoryMB!: number;

  @Numeric(AT_LEAST_ZERO) diskMB?: number;
  @Numeric({ ...AT_LEAST_ZERO, max: maxNetworkMbps, maxMessage: tooMuch('network', 'network') })
  networkMbps?: number;

  @Numeric({ ...AT_LEAST_ZERO, integer: true, max: 1 }) numPorts?: number;
}

const WORKER_COUNT = {
  coerce: true,
  integer: true,
  min: 0,
  max: MAX_STAGE_WORKERS,
  maxMessage: '$property $value cannot be more than $constraint1',
} as const;

export class RollingCountRequest {
  @Numeric({ coerce: true, integer: true, min: 1 }) count!: number;
  @Numeric({ coerce: true, integer: true, min: 1 }) of!: number;
}

export class ScalingStrategyRequest {
  @Text({ optional: true }) reason?: string;
  @Numeric({ coerce: true }) scaleDownBelowPct!: number;
  @Numeric({ coerce: true }) scaleUpAbovePct!: number;
  @Nested(() => RollingCountRequest, { optional: true }) rollingCount?: RollingCountRequest;
}

@ReadOnlyFields('stage', 'enabled')
export class ScalingPolicyRequest {
  @Numeric(WORKER_COUNT) min!: number;
  @Numeric(WORKER_COUNT) max!: number;
  @Numeric({ ...AT_LEAST_ZERO, integer: true }) increment?: number;
  @Numeric({ ...AT_LEAST_ZERO, integer: true }) decrement?: number;
  @Numeric(AT_LEAST_ZERO) coolDownSecs?: number;
  @JsonObject({ optional: true, values: ScalingStrategyRequest, names: Object.values(ScalingReason) })
  strategies?: Partial<Record<ScalingReason, ScalingStrategyRequest>>;
}

export class StageRequest {
  @Numeric({
    coerce: true,
    integer: true,
    min: 1,
    max: MAX_STAGE_WORKERS,
    maxMessage: 'requested number of instances per stage $value cannot be more than $constraint1',
  })
  numberOfInstances!: number;

  @Nested(() => MachineDefinitionRequest) machineDefinition!: MachineDefinitionRequest;
  @Flag({ coerce: true, optional: true }) scalable?: boolean;
  @TextList({ optional: true, choices: CONSTRAINT_CHOICES }) softConstraints?: Constraint[];
  @TextList({ optional: true, choices: CONSTRAINT_CHOICES }) hardConstraints?: Constraint[];
  @JsonObject({ optional: true, shape: ScalingPolicyRequest }) scalingPolicy?: ScalingPolicyRequest;
}

export class SchedulingInfoRequest {
  @JsonObject({
    description: 'Stages by number from "1" on without gaps; "0" is the job master\'s.',
    values: StageRequest,
    maxEntries: MAX_STAGES,
    requires: ['1'],
  })
  stages!: Record<string, StageRequest>;
}

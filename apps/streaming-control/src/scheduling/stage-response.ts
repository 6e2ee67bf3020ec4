import { Field, schema } from '@portolan/service';
import type { ScalingPolicy, ScalingStrategy } from '@portolan/worker/job-master';

const { flag, integer, list, map, maybe, named, number, object, ref, text } = schema;

/** The machine of one worker of a stage. */
export class MachineDefinition {
  @Field(number()) cpuCores!: number;
  @Field(number()) memoryMB!: number;
  @Field(number()) networkMbps!: number;
  @Field(number()) diskMB!: number;
  @Field(integer()) numPorts!: number;
}

class ScalingStrategyResponse implements ScalingStrategy {
  @Field(text()) reason!: ScalingStrategy['reason'];
  @Field(number()) scaleDownBelowPct!: number;
  @Field(number()) scaleUpAbovePct!: number;
  @Field(named('RollingCount', object({ count: integer(), of: integer() }))) rollingCount!: {
    count: number;
    of: number;
  };
}

class ScalingPolicyResponse implements ScalingPolicy {
  @Field(integer()) stage!: number;
  @Field(integer()) min!: number;
  @Field(integer()) max!: number;
  @Field(integer()) increment!: number;
  @Field(integer()) decrement!: number;
  @Field(number()) coolDownSecs!: number;
  @Field(map(ref(ScalingStrategyResponse), 'By what is measured.')) strategies!: ScalingPolicy['strategies'];
  @Field(flag()) enabled!: boolean;
}

/** The fields of a stage that its definition and its job record share. */
export abstract class StageProperties {
  @Field(ref(MachineDefinition)) machineDefinition!: MachineDefinition;
  @Field(list(text())) hardConstraints!: string[];
  @Field(list(text())) softConstraints!: string[];
  @Field(maybe(ref(ScalingPolicyResponse))) scalingPolicy!: ScalingPolicy | null;
  @Field(flag()) scalable!: boolean;
}

export class StageDefinition extends StageProperties {
  @Field(integer()) numberOfInstances!: number;
}

export const stageOf = <T extends { stageNum: number }>(
  stages: readonly T[],
  { stageNum }: { stageNum: number },
): T | undefined => stages.find((stage) => stage.stageNum === stageNum);

/** The stages of a job, by number as text. */
export class SchedulingInfo {
  @Field(map(ref(StageDefinition), 'By number: "1", "2", ...')) stages!: Record<string, StageDefinition>;
}

import { Flag, JsonObject, Nested, Numeric, TextList } from '@portolan/validation';

/** Numbers and numeric strings are accepted everywhere (streaming-control-v1, Resources). */
export class MachineDefinitionRequest {
  @Numeric({ coerce: true }) cpuCores!: number;
  @Numeric({ coerce: true }) memoryMB!: number;
  @Numeric({ coerce: true, optional: true, min: 0 }) diskMB?: number;
  @Numeric({ coerce: true, optional: true, min: 0 }) networkMbps?: number;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0, max: 1 }) numPorts?: number;
}

export class StageRequest {
  @Numeric({ coerce: true, integer: true, min: 1 }) numberOfInstances!: number;
  @Nested(() => MachineDefinitionRequest) machineDefinition!: MachineDefinitionRequest;
  @Flag({ coerce: true, optional: true }) scalable?: boolean;
  @TextList({ optional: true }) softConstraints?: string[];
  @TextList({ optional: true }) hardConstraints?: string[];
  @JsonObject({ optional: true }) scalingPolicy?: object;
}

export class SchedulingInfoRequest {
  @JsonObject({ description: 'Stages by number: "1", "2", ...' }) stages!: Record<string, unknown>;
}

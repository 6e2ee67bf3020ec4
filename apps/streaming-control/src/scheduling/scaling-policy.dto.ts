import { JsonObject, Nested, Numeric, ReadOnlyFields, Text } from '@portolan/validation';

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
  @Numeric({ coerce: true, integer: true, min: 0 }) min!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) max!: number;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0 }) increment?: number;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0 }) decrement?: number;
  @Numeric({ coerce: true, optional: true, min: 0 }) coolDownSecs?: number;
  @JsonObject({ optional: true }) strategies?: Record<string, unknown>;
}

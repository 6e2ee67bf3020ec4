import { ValidationFailedError, validateBody } from '@portolan/validation';
import { ScalingReason, type ScalingPolicy, type ScalingStrategy } from '@portolan/worker/job-master';
import { ScalingPolicyRequest, ScalingStrategyRequest } from './stage-request.dto';

const DEFAULT_COOL_DOWN_SECS = 600;

/** A scaling policy that cannot be used; the message has the reason. */
export class ScalingPolicyError extends Error {
  override readonly name = 'ScalingPolicyError';
}

/**
 * Reads and normalizes the scaling policy of a stage (docs/contract/streams.md#scaling-policies): `max` is at least `min`,
 * steps are at least 1, the upper threshold is not below the lower one, and `enabled` is computed, whatever was sent.
 * @throws ScalingPolicyError for another shape, an unknown reason, too many workers
 */
export function readScalingPolicy(value: object, stage: number): ScalingPolicy {
  const request = parse(ScalingPolicyRequest, value, 'scalingPolicy');
  const min = Math.max(1, request.min);
  const max = Math.max(min, request.max);
  const strategies = readStrategies(request.strategies ?? {});
  return {
    stage,
    min,
    max,
    increment: Math.max(1, request.increment ?? 1),
    decrement: Math.max(1, request.decrement ?? 1),
    coolDownSecs: request.coolDownSecs ?? DEFAULT_COOL_DOWN_SECS,
    strategies,
    enabled: min !== max && Object.keys(strategies).length > 0,
  };
}

function readStrategies(given: Record<string, unknown>): ScalingPolicy['strategies'] {
  const reasons = Object.values(ScalingReason);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const reason = reasons.find((known) => known === name);
      if (reason) return [reason, readStrategy(reason, value)];
      throw new ScalingPolicyError(
        `scalingPolicy.strategies: ${name} is unknown, expected one of ${reasons.join(', ')}`,
      );
    }),
  );
}

function readStrategy(reason: ScalingReason, value: unknown): ScalingStrategy {
  const name = `scalingPolicy.strategies.${reason}`;
  const request = parse(ScalingStrategyRequest, value, name);
  if ((request.reason ?? reason) !== reason)
    throw new ScalingPolicyError(`${name}: reason must equal the key of the entry`);
  const { scaleDownBelowPct, scaleUpAbovePct } = request;
  const { count, of } = request.rollingCount ?? { count: 1, of: 1 };
  if (count > of)
    throw new ScalingPolicyError(
      `${name}: rollingCount.count ${count} must not exceed rollingCount.of ${of}`,
    );
  const upper = Math.max(scaleDownBelowPct, scaleUpAbovePct);
  return { reason, scaleDownBelowPct, scaleUpAbovePct: upper, rollingCount: { count, of } };
}

function parse<T extends object>(type: new () => T, value: unknown, name: string): T {
  try {
    return validateBody(type, value, name);
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw new ScalingPolicyError(`${name}: ${error.message}`);
  }
}

import { ValidationFailedError, validateBody } from '@portolan/validation';
import { ScalingReason, type ScalingPolicy, type ScalingStrategy } from '@portolan/worker/job-master';
import { ScalingPolicyRequest, ScalingStrategyRequest, type RollingCountRequest } from './scaling-policy.dto';

/** Pause between two changes of a policy that names none: that of the reference's sample, seconds. */
const DEFAULT_COOL_DOWN_SECS = 600;

/** What is wrong with a policy. */
export class ScalingPolicyError extends Error {
  override readonly name = 'ScalingPolicyError';
}

/**
 * Reads the scaling policy of a stage as the reference normalises it: `max` at least `min`, steps at least 1, the upper
 * threshold not below the lower one, a rolling count of 1 of 1, and `enabled` from what is there, whatever was sent.
 *
 * @throws ScalingPolicyError for another shape, an unknown reason, more workers than `limit`
 */
export function readScalingPolicy(value: object, stage: number, limit: number): ScalingPolicy {
  const request = parse(ScalingPolicyRequest, value, 'scalingPolicy');
  const min = Math.max(1, request.min);
  const max = Math.max(min, request.max);
  if (max > limit) throw new ScalingPolicyError(`scalingPolicy.max ${max} cannot be more than ${limit}`);
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
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const reason = Object.values(ScalingReason).find((known) => known === name);
      if (!reason) {
        const known = Object.values(ScalingReason).join(', ');
        throw new ScalingPolicyError(`scalingPolicy: nothing is scaled by ${name}, only by ${known}`);
      }
      return [reason, readStrategy(reason, value)];
    }),
  );
}

function readStrategy(reason: ScalingReason, value: unknown): ScalingStrategy {
  const request = parse(ScalingStrategyRequest, value, `scalingPolicy.strategies.${reason}`);
  if ((request.reason ?? reason) !== reason)
    throw new ScalingPolicyError(`scalingPolicy.strategies.${reason}: its reason must be that of its entry`);
  const { scaleDownBelowPct, scaleUpAbovePct } = request;
  return {
    reason,
    scaleDownBelowPct,
    scaleUpAbovePct: Math.max(scaleDownBelowPct, scaleUpAbovePct),
    rollingCount: readRollingCount(reason, request.rollingCount),
  };
}

function readRollingCount(
  reason: ScalingReason,
  given: RollingCountRequest | undefined,
): { count: number; of: number } {
  const { count, of } = given ?? { count: 1, of: 1 };
  if (count > of)
    throw new ScalingPolicyError(`scalingPolicy.strategies.${reason}: a rolling count of ${count} of ${of}`);
  return { count, of };
}

function parse<T extends object>(type: new () => T, value: unknown, name: string): T {
  try {
    return validateBody(type, value, name);
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw new ScalingPolicyError(`${name}: ${error.message}`);
  }
}

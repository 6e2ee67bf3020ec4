import type { ScalingPolicy, ScalingReason, ScalingStrategy } from './scaling-policy';
import type { StageValues } from './stage-values';

/** What one sample says of the number of workers. */
type Verdict = 'more' | 'fewer' | 'enough';

/** What is remembered of a stage between two samples. */
export interface ScalerState {
  /** The last verdicts of each strategy, oldest first. */
  readonly verdicts: Readonly<Partial<Record<ScalingReason, readonly Verdict[]>>>;
  /** How many workers the stage had when they were given; they say nothing of another number. */
  readonly workers: number | undefined;
  /** When the stage was last scaled by this, ms. */
  readonly scaledAt: number | undefined;
}

export interface StageSample {
  readonly values: StageValues;
  /** How many workers the stage should have, and how many of them run. */
  readonly workers: number;
  readonly started: number;
  /** ms of the same clock as {@link ScalerState.scaledAt}. */
  readonly now: number;
}

/** The number of workers that a stage should get, and why. */
export interface ScalingDecision {
  readonly workers: number;
  readonly reason: string;
}

export const INITIAL_STATE: ScalerState = { verdicts: {}, workers: undefined, scaledAt: undefined };

/**
 * Decides about a stage with each sample (reference: streams §6.1): `increment` workers more when the value of a strategy
 * was above its upper threshold in `count` of the last `of` samples, else `decrement` fewer when one was below its lower
 * threshold as often; nothing within `coolDownSecs` of the last change, never beyond `min` and `max`. No worker is added
 * while some of the stage have not started. A new number of workers, whoever chose it, begins a new count.
 *
 * @returns the state to go on with, and a decision when there is one; once it is carried out, {@link afterScaling}
 */
export function judge(
  policy: ScalingPolicy,
  state: ScalerState,
  sample: StageSample,
): { state: ScalerState; decision: ScalingDecision | undefined } {
  const earlier = state.workers === sample.workers ? state.verdicts : {};
  const verdicts: Partial<Record<ScalingReason, readonly Verdict[]>> = { ...earlier };
  for (const strategy of strategiesOf(policy)) {
    const value = sample.values[strategy.reason];
    if (value === undefined) continue;
    const known = verdicts[strategy.reason] ?? [];
    verdicts[strategy.reason] = [...known, verdictOf(strategy, value)].slice(-strategy.rollingCount.of);
  }
  const next = { ...state, verdicts, workers: sample.workers };
  const cooling = state.scaledAt !== undefined && sample.now - state.scaledAt < policy.coolDownSecs * 1000;
  return { state: next, decision: cooling ? undefined : decide(policy, next, sample) };
}

/** The state after a decision was carried out. */
export const afterScaling = (state: ScalerState, now: number): ScalerState => ({
  ...state,
  verdicts: {},
  scaledAt: now,
});

const strategiesOf = ({ strategies }: ScalingPolicy): ScalingStrategy[] =>
  Object.values(strategies).filter((strategy) => strategy !== undefined);

function verdictOf(strategy: ScalingStrategy, value: number): Verdict {
  if (value > strategy.scaleUpAbovePct) return 'more';
  return value < strategy.scaleDownBelowPct ? 'fewer' : 'enough';
}

function decide(policy: ScalingPolicy, state: ScalerState, sample: StageSample): ScalingDecision | undefined {
  const asked = (wanted: Verdict): ScalingStrategy | undefined =>
    strategiesOf(policy).find(({ reason, rollingCount }) => {
      const given = state.verdicts[reason] ?? [];
      return given.filter((verdict) => verdict === wanted).length >= rollingCount.count;
    });
  const more = asked('more');
  if (more) {
    const workers = Math.min(policy.max, sample.workers + policy.increment);
    if (workers <= sample.workers || sample.started < sample.workers) return undefined;
    return { workers, reason: `${valueText(more, sample)} is above ${more.scaleUpAbovePct}` };
  }
  const fewer = asked('fewer');
  const workers = Math.max(policy.min, sample.workers - policy.decrement);
  if (!fewer || workers >= sample.workers) return undefined;
  return { workers, reason: `${valueText(fewer, sample)} is below ${fewer.scaleDownBelowPct}` };
}

function valueText({ reason }: ScalingStrategy, { values }: StageSample): string {
  const value = values[reason];
  return value === undefined ? reason : `${reason} ${Number(value.toFixed(2))}`;
}

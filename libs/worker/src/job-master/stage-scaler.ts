import type { ScalingPolicy, ScalingReason, ScalingStrategy } from './job-record';
import type { StageValues } from './stage-values';

type Verdict = 'more' | 'fewer' | 'enough';
type Verdicts = Readonly<Partial<Record<ScalingReason, readonly Verdict[]>>>;

/** The state of a stage between two samples. */
export interface ScalerState {
  /** The last verdicts of each strategy, oldest first. */
  readonly verdicts: Verdicts;
  /** Number of workers to which the verdicts apply. */
  readonly workers: number | undefined;
  /** Time of the last scaling by this policy, ms. */
  readonly scaledAt: number | undefined;
}

export interface StageSample {
  readonly values: StageValues;
  /** Wanted and running workers of the stage. */
  readonly workers: number;
  readonly started: number;
  /** ms of the same clock as {@link ScalerState.scaledAt}. */
  readonly now: number;
}

export interface ScalingDecision {
  readonly workers: number;
  readonly reason: string;
}

export const INITIAL_STATE: ScalerState = { verdicts: {}, workers: undefined, scaledAt: undefined };

/**
 * Decides about a stage with each sample (docs/contract/streams.md#scaling-policies): `increment` more workers when the
 * value of a strategy exceeded its upper threshold in `count` of the last `of` samples, else `decrement` fewer when one was
 * below its lower threshold as often; nothing within `coolDownSecs` of the last change, never beyond `min` and `max`. No
 * worker is added before all workers of the stage have started. Any change of the number of workers resets the counts.
 * @returns the next state, and the decision if there is one; call {@link afterScaling} once it is carried out
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

export const afterScaling = (state: ScalerState, scaledAt: number) => ({ ...state, verdicts: {}, scaledAt });

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

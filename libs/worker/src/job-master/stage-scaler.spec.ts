import { afterScaling, INITIAL_STATE, judge, type ScalingDecision } from './stage-scaler';
import { ScalingReason, type ScalingPolicy, type ScalingStrategy } from './job-record';
import type { StageValues } from './stage-values';

const strategy = (reason: ScalingReason, count = 1, of = 1): ScalingStrategy => ({
  reason,
  scaleDownBelowPct: 20,
  scaleUpAbovePct: 80,
  rollingCount: { count, of },
});
const policy = (more: Partial<ScalingPolicy> = {}): ScalingPolicy => ({
  stage: 1,
  min: 1,
  max: 10,
  increment: 2,
  decrement: 1,
  coolDownSecs: 60,
  strategies: { CPU: strategy(ScalingReason.CPU) },
  enabled: true,
  ...more,
});
const rolling = (count: number, of: number) =>
  policy({ coolDownSecs: 0, strategies: { CPU: strategy(ScalingReason.CPU, count, of) } });

interface Step {
  readonly values: StageValues;
  readonly workers: number;
  readonly started?: number;
  /** Seconds. */
  readonly at?: number;
}

/** Returns the decision of each step; decisions are applied. */
function play(by: ScalingPolicy, steps: readonly Step[]): (number | undefined)[] {
  let state = INITIAL_STATE;
  return steps.map(({ values, workers, started = workers, at = 0 }) => {
    const now = at * 1000;
    const judged = judge(by, state, { values, workers, started, now });
    state = judged.decision ? afterScaling(judged.state, now) : judged.state;
    return judged.decision?.workers;
  });
}
const cpu = (...values: number[]): Step[] => values.map((CPU) => ({ values: { CPU }, workers: 5 }));

describe('[V1-SCALE-3] a stage is scaled', () => {
  it.each<[string, ScalingPolicy, Step, number | undefined]>([
    ['up by its increment above the upper threshold', policy(), { values: { CPU: 81 }, workers: 5 }, 7],
    ['not at the upper threshold', policy(), { values: { CPU: 80 }, workers: 5 }, undefined],
    ['down by its decrement below the lower threshold', policy(), { values: { CPU: 19 }, workers: 5 }, 4],
    ['not at the lower threshold', policy(), { values: { CPU: 20 }, workers: 5 }, undefined],
    ['up to its maximum', policy(), { values: { CPU: 99 }, workers: 9 }, 10],
    ['not beyond it', policy(), { values: { CPU: 99 }, workers: 10 }, undefined],
    ['down to its minimum', policy({ decrement: 9 }), { values: { CPU: 1 }, workers: 3 }, 1],
    ['not below it', policy(), { values: { CPU: 1 }, workers: 1 }, undefined],
    [
      'not down to a maximum that somebody went beyond',
      policy(),
      { values: { CPU: 99 }, workers: 20 },
      undefined,
    ],
    [
      'not up to a minimum that somebody went below',
      policy({ min: 3 }),
      { values: { CPU: 1 }, workers: 2 },
      undefined,
    ],
    [
      'not up while workers are starting',
      policy(),
      { values: { CPU: 99 }, workers: 5, started: 4 },
      undefined,
    ],
    ['down also while workers are starting', policy(), { values: { CPU: 1 }, workers: 5, started: 4 }, 4],
    ['not without a value', policy(), { values: { Memory: 99 }, workers: 5 }, undefined],
  ])('%s', (_what, by, step, expected) => {
    expect(play(by, [step])).toEqual([expected]);
  });

  it('reports the reason', () => {
    const sample = { values: { CPU: 93.456 }, workers: 1, started: 1, now: 0 };
    const expected: ScalingDecision = { workers: 3, reason: 'CPU 93.46 is above 80' };
    expect(judge(policy(), INITIAL_STATE, sample).decision).toEqual(expected);
  });

  it.each([
    ['when so many of the last samples say so', 2, 3, [90, 50, 90], [undefined, undefined, 7]],
    [
      'not when those are too far apart',
      2,
      3,
      [90, 50, 50, 90],
      [undefined, undefined, undefined, undefined],
    ],
    ['down by the same count', 3, 3, [10, 10, 10], [undefined, undefined, 4]],
    [
      'not when they contradict each other',
      2,
      2,
      [90, 10, 90, 10],
      [undefined, undefined, undefined, undefined],
    ],
  ])('%s', (_what, count, of, values, expected) => {
    expect(play(rolling(count, of), cpu(...values))).toEqual(expected);
  });

  it('with reset counts after any change of its size', () => {
    const hot = { CPU: 90 };
    expect(
      play(rolling(2, 2), [
        { values: hot, workers: 1 },
        { values: hot, workers: 1 },
        { values: hot, workers: 3 },
        { values: hot, workers: 4 },
        { values: hot, workers: 4 },
      ]),
    ).toEqual([undefined, 3, undefined, undefined, 6]);
  });

  it('at most once per cool-down, during which samples still count', () => {
    const hot = (workers: number, at: number) => ({ values: { CPU: 90 }, workers, at });
    expect(play(policy(), [hot(1, 0), hot(3, 30), hot(3, 59.9), hot(3, 60), hot(5, 61)])).toEqual([
      3,
      undefined,
      undefined,
      5,
      undefined,
    ]);
  });

  it('up when any strategy requests more', () => {
    const both = policy({
      strategies: { CPU: strategy(ScalingReason.CPU), DataDrop: strategy(ScalingReason.DataDrop) },
    });
    expect(play(both, [{ values: { CPU: 1, DataDrop: 90 }, workers: 5 }])).toEqual([7]);
    expect(play(both, [{ values: { CPU: 1, DataDrop: 50 }, workers: 5 }])).toEqual([4]);
  });
});

/** Medians and spreads of measured rounds. Pure. */

/** Returns the median; for an even number of values the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which so many percent lie. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** Returns the spread of the rounds: (largest - smallest) / median. */
export function spread(values) {
  const range = Math.max(...values) - Math.min(...values);
  return range === 0 ? 0 : range / median(values);
}

/** Reports whether a ratio reaches its goal; with `better: 'lower'` it must not exceed the goal. */
export function meetsGoal(ratio, goal, better) {
  return better === 'lower' ? ratio <= goal : ratio >= goal;
}

/** Ways to compare the value of a round with its baseline. */
const COMPARE = {
  ratio: ({ value, baseline }) => value / baseline,
  difference: ({ value, baseline }) => value - baseline,
  value: ({ value }) => value,
};

/**
 * The result of a case from its rounds. The ratio (or difference) is the median of those of each round, for what disturbs
 * the machine during a round disturbs both sides of it.
 * @param rounds `{value, baseline}` of each round
 */
export function summarise({ name, unit, goal, compare = 'ratio', better }, rounds) {
  const values = rounds.map(({ value }) => value);
  const baselines = rounds.map(({ baseline }) => baseline);
  const result = median(rounds.map(COMPARE[compare]));
  return {
    case: name,
    value: median(values),
    unit,
    baseline: median(baselines),
    ratio: median(rounds.map(COMPARE.ratio)),
    compare,
    result,
    goal,
    met: meetsGoal(result, goal, better ?? (compare === 'ratio' ? 'higher' : 'lower')),
    spread: spread(values),
    baselineSpread: spread(baselines),
  };
}

/** Medians and spreads of measured rounds. Pure. */

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** How far the rounds lie apart: (largest - smallest) / median, as a share. */
export function spread(values) {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Whether a ratio reaches its goal; with `better: 'lower'` it must not exceed it. */
export function meetsGoal(ratio, goal, better) {
  return better === 'lower' ? ratio <= goal : ratio >= goal;
}

/**
 * The result of a case from its rounds. The ratio is the median of the ratios of each round, for what disturbs the
 * machine during a round disturbs both sides of it.
 * @param rounds `{value, baseline}` of each round
 */
export function summarise({ name, unit, goal, better = 'higher' }, rounds) {
  const values = rounds.map(({ value }) => value);
  const baselines = rounds.map(({ baseline }) => baseline);
  const ratio = median(rounds.map(({ value, baseline }) => value / baseline));
  return {
    case: name,
    value: median(values),
    unit,
    baseline: median(baselines),
    ratio,
    goal,
    met: meetsGoal(ratio, goal, better),
    spread: spread(values),
    baselineSpread: spread(baselines),
  };
}

/** The bench's table and its JSON. */

const number = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
/** Describes a value relative to its baseline: `0.52 of the baseline`, `+120 ms`, `32 ms`. */
export function compared({ compare, ratio, result, unit }) {
  if (compare === 'ratio') return `${ratio.toFixed(2)} of the baseline`;
  return `${compare === 'difference' && result >= 0 ? '+' : ''}${number(result)} ${unit}`;
}

const percent = (share) => `±${Math.round((share / 2) * 100)} %`;

/** One line per case, aligned. */
export function table(results) {
  const rows = [
    ['case', 'value', '', 'baseline', '', 'unit', 'result', 'goal', ''],
    ...results.map((result) => [
      result.case,
      number(result.value),
      percent(result.spread),
      number(result.baseline),
      percent(result.baselineSpread),
      result.unit,
      result.compare === 'ratio' ? result.ratio.toFixed(2) : compared(result),
      String(result.goal),
      result.met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const left = new Set([0, 5, 8]);
  const cell = (text, column) =>
    left.has(column) ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

/** Returns the output of `--json`. */
export function json(results) {
  const cases = results.map(({ case: name, value, unit, baseline, ratio, compare, result, goal, met }) => ({
    case: name,
    value,
    unit,
    baseline,
    ratio,
    compare,
    result,
    goal,
    met,
  }));
  return `${JSON.stringify({ cases }, null, 2)}\n`;
}

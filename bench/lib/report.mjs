/** The bench's table and its JSON. */

const number = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
const percent = (share) => `±${Math.round((share / 2) * 100)} %`;

/** One line per case, aligned. */
export function table(results) {
  const rows = [
    ['case', 'value', '', 'baseline', '', 'unit', 'ratio', 'goal', ''],
    ...results.map((result) => [
      result.case,
      number(result.value),
      percent(result.spread),
      number(result.baseline),
      percent(result.baselineSpread),
      result.unit,
      result.ratio.toFixed(2),
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

/** What `--json` writes. */
export function json(results) {
  const cases = results.map(({ case: name, value, unit, baseline, ratio, goal, met }) => ({
    case: name,
    value,
    unit,
    baseline,
    ratio,
    goal,
    met,
  }));
  return `${JSON.stringify({ cases }, null, 2)}\n`;
}

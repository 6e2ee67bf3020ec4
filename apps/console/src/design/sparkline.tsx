import type { ReactNode } from 'react';
import type { Tone } from './states';
import './sparkline.css';

/** Numbers at equal distances in the colour of a state. */
export interface Line {
  tone: Tone;
  values: readonly number[];
}

const [WIDTH, HEIGHT] = [160, 32];

/** Returns the path of a line whose last value is at the right edge. Pure. */
function pathOf(values: readonly number[], length: number, max: number): string {
  const step = WIDTH / Math.max(1, length - 1);
  const first = WIDTH - (values.length - 1) * step;
  const points = values.map((value, index) => {
    const [x, y] = [first + index * step, HEIGHT - 1 - (value / max) * (HEIGHT - 2)];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.length > 1 ? `M${points.join('L')}` : '';
}

/** A small plot without axes, from 0 to the largest value. @param length of a line that fills it */
export function Sparkline({
  lines,
  length,
  summary,
}: {
  lines: readonly Line[];
  length: number;
  summary: string;
}): ReactNode {
  const max = Math.max(1, ...lines.flatMap(({ values }) => values));
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
    >
      {lines.map(({ tone, values }) => (
        <path key={tone} className={`tone-${tone}`} d={pathOf(values, length, max)} />
      ))}
    </svg>
  );
}

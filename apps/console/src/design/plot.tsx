import { useEffect, useRef, type ReactNode } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useScheme } from './scheme';
import type { Tone } from './states';
import './plot.css';

/** A row of numbers of a {@link Plot}, in the colour of a state. */
export interface Series {
  label: string;
  tone: Tone;
  values: readonly (number | null)[];
  /** Bars that end at the value of the series before it. */
  isBar?: boolean;
}

/** Values over time, and their summary in words. */
export interface PlotProps {
  /** Ascending, ms since 1970. */
  times: readonly number[];
  series: readonly Series[];
  /** Begin and end of the axis of time, ms since 1970. */
  range: readonly [number, number];
  summary: string;
  format?: (value: number) => string;
  /** The axis of values reaches at least this one, also when nothing happened. @default 1 */
  least?: number;
}

const HEIGHT = 140;

/** Returns the colour that a variable of tokens.css has now: a canvas takes no variables. */
function colorOf(variable: string, of: HTMLElement): string {
  of.style.color = `var(--${variable})`;
  const { color } = getComputedStyle(of);
  of.style.color = '';
  return color;
}

const axis = (color: string, grid: string): UPlot.Axis => ({
  stroke: color,
  grid: { stroke: grid, width: 1 },
  ticks: { show: false },
  font: '11px system-ui, sans-serif',
});

const MINUTES = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const SECONDS = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Names the marks of the axis of time, by seconds when these are closer than a minute. */
const timesOf = (
  _plot: UPlot,
  splits: readonly number[],
  ...[, , step = 60]: (number | undefined)[]
): string[] => splits.map((time) => (step < 60 ? SECONDS : MINUTES).format(time * 1000));

/** The data of a plot; each drawing uses the newest. */
interface Drawn {
  data: UPlot.AlignedData;
  series: readonly Series[];
  range: readonly [number, number];
  format: (value: number) => string;
  least: number;
}

function optionsOf(element: HTMLElement, latest: { current: Drawn }): UPlot.Options {
  const { series } = latest.current;
  const [text, border] = [colorOf('text-muted', element), colorOf('border', element)];
  const bars = UPlot.paths.bars?.({ size: [0.7, 40], gap: 0 });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    // The scale begins at 0.
    scales: {
      x: { range: () => latest.current.range.map((time) => time / 1000) as [number, number] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, latest.current.least)] },
    },
    axes: [
      { ...axis(text, border), grid: { show: false }, space: 60, size: 24, values: timesOf },
      {
        ...axis(text, border),
        space: 36,
        size: 52,
        incrs: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000],
        values: (_plot, splits) => splits.map((value) => latest.current.format(value)),
      },
    ],
    series: [
      {},
      ...series.map(({ label, tone, isBar = false }) => {
        const stroke = colorOf(tone, element);
        return {
          label,
          stroke,
          width: isBar ? 0 : 1.5,
          points: { show: false },
          ...(isBar && bars && { fill: stroke, paths: bars }),
        };
      }),
    ],
  };
}

/** Numbers over time. The text of `summary` says the same to those who do not see it. */
export function Plot({
  times,
  series,
  range,
  summary,
  format = (value) => value.toLocaleString('en'),
  least = 1,
}: PlotProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const scheme = useScheme();
  const data = [times.map((time) => time / 1000), ...series.map(({ values }) => values)] as UPlot.AlignedData;
  const latest = useRef<Drawn>({ data, series, range, format, least });
  useEffect(() => {
    latest.current = { data, series, range, format, least };
    plot.current?.setData(data);
  });
  const shape = series.map(({ label, tone }) => `${label}${tone}`).join();
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const made = new UPlot(optionsOf(box, latest), latest.current.data, box);
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT }));
    resized.observe(box);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [scheme, shape]);
  return (
    <figure className="plot">
      <figcaption className="plot-legend small">
        {series.map(({ label, tone }) => (
          <span key={label}>
            <span className={`plot-mark tone-${tone}`} aria-hidden="true" /> {label}
          </span>
        ))}
      </figcaption>
      <div ref={element} role="img" aria-label={summary} style={{ height: HEIGHT }} />
    </figure>
  );
}

import { useState, type ReactNode } from 'react';
import { useNow } from '../../design/clock';
import { absoluteTime } from '../../design/time';
import { Button } from '../../design/button';
import './time-slider.css';

/** Steps of the slider: finer than its pixels. */
const STEPS = 2000;

/** Chooses a moment of the past; marks show when something changed. The right end is now. */
export function TimeSlider({
  moments,
  at,
  onChange,
}: {
  /** Ascending, ms since 1970; undefined while they load. */
  moments: readonly number[] | undefined;
  at: number | undefined;
  onChange: (at: number | undefined) => void;
}): ReactNode {
  const now = useNow();
  const [dragged, setDragged] = useState<number>();
  // The list below must not move when the slider comes.
  if (moments === undefined) return <div className="time-slider pending" />;
  const first = moments[0];
  if (first === undefined) return null;
  const span = Math.max(1, now - first);
  const stepOf = (moment: number): number => Math.round(((moment - first) / span) * STEPS);
  const step = dragged ?? (at === undefined ? STEPS : stepOf(at));
  const momentOf = (one: number): number | undefined =>
    one >= STEPS ? undefined : Math.round(first + (one / STEPS) * span);
  const shown = dragged === undefined ? at : momentOf(dragged);
  const release = (): void => {
    if (dragged !== undefined) onChange(momentOf(dragged));
    setDragged(undefined);
  };
  const before = moments.findLast((moment) => moment < (at ?? now));
  const after = at === undefined ? undefined : moments.find((moment) => moment > at);
  return (
    <div className="time-slider">
      <div className="actions">
        <Button disabled={before === undefined} onClick={() => onChange(before)}>
          Change before
        </Button>
        <Button disabled={at === undefined} onClick={() => onChange(after)}>
          Change after
        </Button>
        <Button isOn={at === undefined} onClick={() => onChange(undefined)}>
          Now
        </Button>
        <output className="mono">{shown !== undefined && absoluteTime(shown)}</output>
      </div>
      <svg className="time-marks" viewBox={`0 0 ${STEPS} 10`} preserveAspectRatio="none" aria-hidden="true">
        <path d={moments.map((moment) => `M${stepOf(moment)} 0V10`).join('')} />
      </svg>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={shown === undefined ? 'now' : absoluteTime(shown)}
        min={0}
        max={STEPS}
        value={step}
        onChange={(event) => setDragged(Number(event.target.value))}
        onPointerUp={release}
        onKeyUp={release}
        onBlur={release}
      />
      <div className="time-ends muted small" aria-hidden="true">
        <span>{absoluteTime(first)}</span>
        <span>now</span>
      </div>
    </div>
  );
}

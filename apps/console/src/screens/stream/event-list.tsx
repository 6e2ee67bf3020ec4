import { useEffect, useRef, useState, type ReactNode } from 'react';

/** As in live-output.css. */
const ROW_PX = 20;
/** Rows beyond the visible ones, so that scrolling shows content. */
const BEYOND = 5;

/**
 * A list of events, newest first. While it changes, only the visible events exist in the page; while it is paused, all of them
 * exist, to be selected and searched.
 */
export function EventList({ events, isPaused }: { events: readonly string[]; isPaused: boolean }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [[top, height], setWindow] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    // The size is read when it changes, not at each drawing, which would lay out the page twice.
    const look = (): void => setWindow([box.scrollTop, box.clientHeight]);
    const resized = new ResizeObserver(look);
    resized.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);
  const first = isPaused ? 0 : Math.max(0, Math.floor(top / ROW_PX) - BEYOND);
  const last = isPaused ? events.length : Math.ceil((top + height) / ROW_PX) + BEYOND;
  const shown = events.slice(first, last);
  const below = Math.max(0, events.length - first - shown.length);
  return (
    <div className="live" ref={scroller} role="log" aria-live="off" aria-label="Events" tabIndex={0}>
      <div style={{ height: first * ROW_PX }} />
      {shown.map((text, place) => (
        // By place: at thousands of events a second all are new at each drawing, and the elements stay.
        <p key={place}>{text}</p>
      ))}
      <div style={{ height: below * ROW_PX }} />
    </div>
  );
}

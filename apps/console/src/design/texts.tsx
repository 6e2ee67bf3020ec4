import type { ReactNode } from 'react';
import { useTextOfNow } from './clock';
import { Panel } from './layout';
import { toneOf } from './states';
import { absoluteTime, duration, relativeTime } from './time';

/** A state as a coloured word. */
export const State = ({ of, title }: { of: string; title?: string }): ReactNode => (
  <span className={`state tone-${toneOf(of)}`} title={title}>
    {of}
  </span>
);

type Moment = number | string | null | undefined;

const inMs = (moment: Moment): number | undefined => {
  if (moment == null) return undefined;
  const ms = typeof moment === 'number' ? moment : Date.parse(moment);
  return Number.isNaN(ms) ? undefined : ms;
};

/** A moment as its distance from now; the exact time is its title. Nothing for an unknown one. */
export function Ago({ at }: { at: Moment }): ReactNode {
  const ms = inMs(at);
  const text = useTextOfNow((now) => (ms === undefined ? '' : relativeTime(ms, now)), ms !== undefined);
  if (ms === undefined) return <span className="muted">–</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={absoluteTime(ms)}>
      {text}
    </time>
  );
}

/** The time between two moments; it grows while `to` is unknown. */
export function Took({ from, to }: { from: Moment; to: Moment }): ReactNode {
  const [begin, end] = [inMs(from), inMs(to)];
  const grows = begin !== undefined && end === undefined;
  const text = useTextOfNow((now) => duration(Math.max(0, (end ?? now) - (begin ?? now))), grows);
  if (begin === undefined) return <span className="muted">–</span>;
  return text;
}

/** Tags side by side. */
export const Tags = ({
  of,
  isOneLine = false,
}: {
  of: readonly string[];
  isOneLine?: boolean;
}): ReactNode => (
  <span className={isOneLine ? 'tags one-line' : 'tags'} title={isOneLine ? of.join(', ') : undefined}>
    {of.map((tag) => (
      <span className="tag" key={tag}>
        {tag}
      </span>
    ))}
  </span>
);

/** Names with their values. A value that is null, false or empty is left out. */
export const Facts = ({ of }: { of: Readonly<Record<string, ReactNode>> }): ReactNode => (
  <dl className="facts">
    {Object.entries(of).map(([name, value]) =>
      value == null || value === false || value === '' ? null : (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

/** A box with a value as indented JSON; always text. @param label of the text, for screen readers: another one than the title */
export const JsonPanel = ({ title, label, of }: { title: string; label: string; of: unknown }): ReactNode => (
  <Panel title={title} flush>
    <pre className="json" tabIndex={0} role="region" aria-label={label}>
      {JSON.stringify(of, null, 2)}
    </pre>
  </Panel>
);

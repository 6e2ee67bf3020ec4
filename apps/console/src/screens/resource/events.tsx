import type { ReactNode } from 'react';
import { absoluteTime } from '../../design/time';
import type { TrailEvent } from './use-who-changed';

/** The callers and events of a change. @param verb before each */
export function Events({
  of,
  verb,
}: {
  of: readonly TrailEvent[] | null | undefined;
  verb?: string;
}): ReactNode {
  if (of === undefined) return null;
  if (of === null)
    return (
      <div className="muted" title="An event may be missing: the trail was not read yet, or lists it later.">
        {verb} unknown
      </div>
    );
  if (of.length === 0) return <div className="muted">{verb} not in the trail</div>;
  return (
    <ul className="events">
      {of.map((event, index) => (
        <li key={index}>
          {verb} <strong>{textOf(event.username ?? event.user)}</strong>{' '}
          {textOf(event.eventName ?? event.name)}
          <div className="muted small" title={textOf(event.userArn)}>
            {circumstances(event)}
          </div>
        </li>
      ))}
    </ul>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** When the event happened, and from where. */
function circumstances({ eventTime, sourceIPAddress }: TrailEvent): string {
  const time = typeof eventTime === 'number' ? absoluteTime(eventTime) : '';
  const from = textOf(sourceIPAddress);
  return [time, from && `from ${from}`].filter((text) => text !== '').join(', ');
}

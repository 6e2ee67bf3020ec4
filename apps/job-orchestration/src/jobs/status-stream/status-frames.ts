import { iso } from '../../registry/iso-time';
import { statusIn } from '../../releases/in-release';
import type { Release } from '../../releases/release';
import type { StatusChange } from '../status-history';

/**
 * The events that a client has not seen, as frames; the id of an event counts the changes of the job from 1 on. A change
 * between states that are one and the same in the client's release is none.
 *
 * @param seen id of the last event that the client has; undefined: it begins with the state that the job is in
 */
export function framesSince(
  history: readonly StatusChange[],
  seen: number | undefined,
  release: Release,
): string[] {
  const shown = history.map((change) => statusIn(release, change.status));
  const from = seen ?? history.length - 1;
  return history.flatMap(({ statusMsg, at }, index) => {
    const isKnown = index < from || (index > 0 && shown[index] === shown[index - 1]);
    if (isKnown && !(seen === undefined && index === from)) return [];
    const data = JSON.stringify({ status: shown[index], statusMsg, time: iso(at) });
    return [`id: ${index + 1}\ndata: ${data}\n\n`];
  });
}

/** Reads `Last-Event-ID`; what is no id of the job's events counts as left out. */
export function readLastEventId(header: unknown, history: readonly StatusChange[]): number | undefined {
  const id = typeof header === 'string' && /^\d{1,6}$/.test(header.trim()) ? Number(header) : 0;
  return id >= 1 && id <= history.length ? id : undefined;
}

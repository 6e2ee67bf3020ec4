import type { Compatibility } from '../compatibility/genie';
import { statusMsgIn } from '../jobs/exit-message';
import { iso } from '../registry/iso-time';
import { statusIn, type StatusChange } from '../jobs/job-status';
import type { Release } from '../releases/release-table';

/** Returns the data of an event: a change as a client of a release sees it. */
export const eventData = (
  { status, statusMsg, at }: StatusChange,
  release: Release,
  compatibility: Compatibility = 'none',
) => ({
  status: statusIn(release, status),
  statusMsg: statusMsgIn(release, compatibility, statusMsg),
  time: iso(at),
});

/**
 * Returns the events that a client has not seen, as frames; the id of an event counts the changes of the job from 1 on. A
 * change between states that are the same in the client's release is no event.
 *
 * @param seen id of the client's last event; 0: all of them; undefined: the stream begins with the current state
 */
export function framesSince(
  history: readonly StatusChange[],
  seen: number | undefined,
  release: Release,
  compatibility: Compatibility = 'none',
): string[] {
  const shown = history.map((change) => statusIn(release, change.status));
  const from = seen ?? history.length - 1;
  return history.flatMap((change, index) => {
    const isKnown = index < from || (index > 0 && shown[index] === shown[index - 1]);
    if (isKnown && !(seen === undefined && index === from)) return [];
    return [`id: ${index + 1}\ndata: ${JSON.stringify(eventData(change, release, compatibility))}\n\n`];
  });
}

/** Reads `Last-Event-ID`: `0` precedes the first event; a value that is no id of the job's events counts as absent. */
export function readLastEventId(header: unknown, history: readonly StatusChange[]): number | undefined {
  const id = typeof header === 'string' && /^\d{1,6}$/.test(header.trim()) ? Number(header) : undefined;
  return id !== undefined && id <= history.length ? id : undefined;
}

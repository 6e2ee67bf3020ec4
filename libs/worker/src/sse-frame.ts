/** A comment frame: keeps proxies and idle timeouts away, and clients ignore it. */
export const KEEP_ALIVE_FRAME = ':\n\n';

/** What a client gets that asked for pings and for which there is nothing else. */
export const PING_FRAME = 'data: ping\n\n';

/** Tells a client among its events how many of them it missed; the platform's own streams use the same form. */
export const missedMessage = (count: number): string => `{"svc.meta.dropped":${count}}`;

/** How many events a {@link missedMessage} tells of; undefined for any other payload. */
export function missedCount(payload: string): number | undefined {
  const count = /^\{"svc\.meta\.dropped":(\d+)\}$/.exec(payload)?.[1];
  return count === undefined ? undefined : Number(count);
}

/** Tells a worker of the next stage that this one's output is complete, and not just its connection gone. */
export const COMPLETE_EVENT = 'complete';
export const COMPLETE_FRAME = `event: ${COMPLETE_EVENT}\ndata: \n\n`;

/** `data: <payload>` and an empty line; each line of a payload with line breaks becomes a data line of its own. */
export function dataFrame(payload: string): string {
  return /[\r\n]/.test(payload)
    ? `data: ${payload.split(/\r\n|\r|\n/).join('\ndata: ')}\n\n`
    : `data: ${payload}\n\n`;
}

/** What whole frames carry, one text an event: what {@link dataFrame} was given. Comments carry nothing. */
export const payloadsOf = (frames: string): string[] =>
  frames.split('\n\n').flatMap((frame) => {
    const data = frame.split('\n').filter((line) => line.startsWith('data:'));
    return data.length > 0 ? [data.map((line) => line.replace(/^data: ?/, '')).join('\n')] : [];
  });

/** What clients of a sink see of an event: text as it is, everything else as JSON. */
export function sinkPayload(event: unknown): string {
  return typeof event === 'string' ? event : transportPayload(event);
}

/** What travels between stages: always JSON, so that text arrives as text. `undefined` arrives as null. */
export function transportPayload(event: unknown): string {
  // Whatever its type says, the answer for undefined, functions and symbols is undefined.
  const json: string | undefined = JSON.stringify(event);
  return json ?? 'null';
}

/** A comment frame: resets idle timeouts of proxies, and clients ignore it. */
export const KEEP_ALIVE_FRAME = ':\n\n';

/** The ping of an idle client that requested pings. */
export const PING_FRAME = 'data: ping\n\n';

/** Reports the number of missed events to a client, among its events; the platform's own streams use the same form. */
export const missedMessage = (count: number): string => `{"svc.meta.dropped":${count}}`;

/** Returns the number of missed events of a {@link missedMessage}; undefined for any other payload. */
export function missedCount(payload: string): number | undefined {
  const count = /^\{"svc\.meta\.dropped":(\d+)\}$/.exec(payload)?.[1];
  return count === undefined ? undefined : Number(count);
}

/** Signals to a worker of the next stage that the output is complete, not merely its connection lost. */
export const COMPLETE_EVENT = 'complete';
export const COMPLETE_FRAME = `event: ${COMPLETE_EVENT}\ndata: \n\n`;

/** Returns `data: <payload>` and an empty line; each line of the payload becomes its own data line. */
export function dataFrame(payload: string): string {
  return /[\r\n]/.test(payload)
    ? `data: ${payload.split(/\r\n|\r|\n/).join('\ndata: ')}\n\n`
    : `data: ${payload}\n\n`;
}

/** Returns the payloads of whole frames, the inverse of {@link dataFrame}. Comments have none. */
export const payloadsOf = (frames: string): string[] =>
  frames.split('\n\n').flatMap((frame) => {
    const data = frame.split('\n').filter((line) => line.startsWith('data:'));
    return data.length > 0 ? [data.map((line) => line.replace(/^data: ?/, '')).join('\n')] : [];
  });

/** Serializes an event for clients of a sink: text unchanged, everything else as JSON. */
export const sinkPayload = (event: unknown): string =>
  typeof event === 'string' ? event : transportPayload(event);

/** Serializes an event for the next stage: always JSON, so that text arrives as text. `undefined` arrives as null. */
export function transportPayload(event: unknown): string {
  // The declared type is wrong: the result is undefined for undefined, functions and symbols.
  const json: string | undefined = JSON.stringify(event);
  return json ?? 'null';
}

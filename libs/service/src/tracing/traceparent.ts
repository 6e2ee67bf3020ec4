/** A span as other processes name it: W3C Trace Context, `00-<trace id>-<span id>-<flags>`. */
export interface SpanName {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether whoever made it sends it to a collector. */
  sampled: boolean;
}

/** The header of HTTP; in messages the field `traceparent`, in the environment of launches {@link TRACEPARENT_VARIABLE}. */
export const TRACEPARENT_HEADER = 'traceparent';

/** Variable by which a process learns what trace it belongs to. */
export const TRACEPARENT_VARIABLE = 'TRACEPARENT';

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const NOTHING = /^0+$/;

/** Reads a `traceparent`; undefined for anything that is none: then a trace begins. */
export function parseTraceparent(text: unknown): SpanName | undefined {
  const [, version, traceId, spanId, flags] = typeof text === 'string' ? (FORM.exec(text) ?? []) : [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined)
    return undefined;
  if (version === 'ff' || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, sampled }: SpanName): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

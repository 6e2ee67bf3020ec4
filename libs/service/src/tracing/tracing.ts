import { currentSpan, withSpan } from '../requests/request-context';

/** A span as other processes name it: W3C Trace Context, `00-<trace id>-<span id>-<flags>`. */
export interface SpanName {
  traceId: string;
  spanId: string;
  /** Whether the creator of the span sends it to a collector. */
  sampled: boolean;
}

/** The header of HTTP; in messages the field `traceparent`, in the environment of launches {@link TRACEPARENT_VARIABLE}. */
export const TRACEPARENT_HEADER = 'traceparent';

/** Environment variable that passes the trace to a process. */
export const TRACEPARENT_VARIABLE = 'TRACEPARENT';

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const NOTHING = /^0+$/;

/** Reads a `traceparent`; undefined for an invalid one, which starts a trace. */
export function parseTraceparent(text: unknown): SpanName | undefined {
  const [, version, traceId, spanId, flags] = typeof text === 'string' ? (FORM.exec(text) ?? []) : [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined)
    return undefined;
  if (version === 'ff' || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, sampled }: SpanName): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

export const SpanKind = {
  Server: 'server',
  Client: 'client',
  Producer: 'producer',
  Consumer: 'consumer',
  Internal: 'internal',
} as const;
export type SpanKind = (typeof SpanKind)[keyof typeof SpanKind];

/** Attributes of a span. Names follow OpenTelemetry's conventions; no secrets, no bodies. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** `traceparent` of the parent; an invalid one starts a trace. @default the current span */
  parent?: unknown;
  /** ms since the epoch. @default now */
  startedAt?: number | undefined;
}

export interface Span {
  /** The `traceparent` of the span, for its children. */
  readonly traceparent: string;
  readonly traceId: string;
  set(attributes: SpanAttributes): void;
  /** @param error the reason of a failure @param at ms since the epoch. @default now */
  end(error?: unknown, at?: number): void;
}

/** Traces of this process. Callers check `on` before they start a span: while tracing is off, that is its only cost. */
export abstract class Tracing {
  abstract readonly on: boolean;

  /** @returns a span that must be ended */
  abstract start(name: string, options: SpanOptions): Span;

  abstract close(): Promise<void>;

  /** Runs `work` as a span; spans started within are its children. An error is recorded and rethrown. */
  async trace<R>(name: string, options: SpanOptions, work: () => Promise<R>): Promise<R> {
    if (!this.on) return work();
    const span = this.start(name, options);
    try {
      const result = await withSpan(span, work);
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  current(): string | undefined {
    return this.on ? currentSpan()?.traceparent : undefined;
  }
}

const NO_SPAN: Span = {
  traceparent: '',
  traceId: '',
  set: () => undefined,
  end: () => undefined,
};

export class NoTracing extends Tracing {
  override readonly on = false;

  override start(): Span {
    return NO_SPAN;
  }

  override async close(): Promise<void> {
    return;
  }
}

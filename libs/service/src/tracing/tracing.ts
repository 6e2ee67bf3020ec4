import { currentSpan, withSpan } from '../http/request-context';

/** Whose part a span is: who serves, who asks, who sends a message, who handles one, or work inside. */
export const SpanKind = {
  Server: 'server',
  Client: 'client',
  Producer: 'producer',
  Consumer: 'consumer',
  Internal: 'internal',
} as const;
export type SpanKind = (typeof SpanKind)[keyof typeof SpanKind];

/** What is told of a span besides its name and times. Names follow OpenTelemetry's conventions; no secrets, no bodies. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** How a span begins. */
export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /**
   * `traceparent` of what it is a part of; anything that is none begins a trace.
   * @default the span of what is being served here
   */
  parent?: unknown;
  /** ms since the epoch. @default now */
  startedAt?: number | undefined;
}

/** A piece of work that goes on. */
export interface Span {
  /** By which others name it as their parent. */
  readonly traceparent: string;
  readonly traceId: string;
  name(name: string): void;
  set(attributes: SpanAttributes): void;
  /**
   * @param error why it failed, if it did
   * @param at ms since the epoch. @default now
   */
  end(error?: unknown, at?: number): void;
}

/**
 * Traces of this process. Whoever would begin a span asks `on` first: while traces are off, that is all they cost.
 */
export abstract class Tracing {
  abstract readonly on: boolean;

  /** @returns a span that must be ended */
  abstract start(name: string, options: SpanOptions): Span;

  /** Sends what was not sent yet. */
  abstract close(): Promise<void>;

  /** Does `work` as a span; what it begins is a part of it. An error is noted and thrown on. */
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

  /** `traceparent` of what is being served here, to send along. */
  current(): string | undefined {
    return this.on ? currentSpan()?.traceparent : undefined;
  }
}

const NO_SPAN: Span = {
  traceparent: '',
  traceId: '',
  name: () => undefined,
  set: () => undefined,
  end: () => undefined,
};

/** Traces are off. */
export class NoTracing extends Tracing {
  override readonly on = false;

  override start(): Span {
    return NO_SPAN;
  }

  override async close(): Promise<void> {
    return;
  }
}

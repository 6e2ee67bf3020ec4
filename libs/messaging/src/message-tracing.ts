/** The sending of one message as a span. */
export interface MessageSpan {
  /** What the message carries. */
  readonly traceparent: string;
  end(error?: unknown): void;
}

/** Traces of messages; whoever has none leaves it out. */
export interface MessageTracing {
  /** @param parent `traceparent` of what it is a part of. @default what is being served. @returns undefined for no trace */
  sending(queue: string, parent: string | undefined): MessageSpan | undefined;
  /** Runs the handler of a message as a part of the trace that it came with. */
  handling<R>(
    queue: string,
    message: { id: string; traceparent: string | undefined; waitedMs: number },
    work: () => Promise<R>,
  ): Promise<R>;
}

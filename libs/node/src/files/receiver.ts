/** Receives the bytes of a file at its own pace. */
export interface Receiver {
  /** Position in the file after the bytes received so far. */
  readonly position: number;
  /** Aborts when the receiver has disconnected. */
  readonly signal: AbortSignal;
  /** Accepts the bytes at its position. @returns false when its buffer is full: wait for {@link ready} before the next bytes */
  take(bytes: Buffer): boolean;
  /** Fulfilled when the receiver accepts more. @throws when the receiver has disconnected or stalls */
  ready(): Promise<void>;
}

/** Sends all bytes of a source to a receiver. @throws the errors of both */
export async function pour(source: AsyncIterable<Buffer>, receiver: Receiver): Promise<void> {
  for await (const bytes of source) {
    receiver.signal.throwIfAborted();
    if (!receiver.take(bytes)) await receiver.ready();
  }
}

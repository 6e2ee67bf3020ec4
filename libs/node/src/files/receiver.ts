/** The receiver of a file's bytes, at its own pace. */
export interface Receiver {
  /** Position in the file behind the bytes that it has taken. */
  readonly position: number;
  /** Aborts when it has left. */
  readonly signal: AbortSignal;
  /** Takes the bytes at its position. @returns false when it has enough for now: {@link ready} comes before the next bytes */
  take(bytes: Buffer): boolean;
  /** Fulfilled when it takes more. @throws when it has left or stalls */
  ready(): Promise<void>;
}

/** Gives all bytes of a source to a receiver. @throws the errors of both */
export async function pour(source: AsyncIterable<Buffer>, receiver: Receiver): Promise<void> {
  for await (const bytes of source) {
    receiver.signal.throwIfAborted();
    if (!receiver.take(bytes)) await receiver.ready();
  }
}

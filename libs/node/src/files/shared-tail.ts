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

/** Bytes kept in memory for readers that lag slightly. Readers that lag more read from the file. */
const RECENT_BYTES = 2 * 2 ** 20;

/** A file that may grow. Positions count its bytes from 0. */
export interface GrowingFile {
  /** Yields the current content from `position` on. */
  present(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void>;
  /** Yields data appended after `position`; ends when nothing can be appended any more. */
  appended(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void>;
}

interface Chunk {
  position: number;
  bytes: Buffer;
}

/** The shared read of the end of a file, which advances while a reader waits for it. */
interface Source {
  chunks: AsyncGenerator<Buffer, void>;
  stop: AbortController;
  moves: boolean;
}

/** A reader that waits at the end of the file. */
interface Waiter {
  /** @param isOver true when nothing can follow, false when the reader's buffer is full */
  settle(isOver: boolean): void;
  fail(error: unknown): void;
}

/**
 * The growing end of a file, read once for all readers: each chunk is passed to the readers that wait at the end. A reader with a
 * full buffer continues at its own pace, from the file if it falls behind. So a slow reader delays no other one and needs no
 * additional memory.
 */
export class SharedTail {
  private readonly readers = new Set<Receiver>();
  private readonly waiting = new Map<Receiver, Waiter>();
  private recent: Chunk[] = [];
  /** Position up to which the shared read has advanced. */
  private end = 0;
  private source: Source | undefined;

  constructor(private readonly file: GrowingFile) {}

  /** Sends a receiver the bytes from its position on until nothing can follow. @throws the errors of file and receiver */
  async serve(reader: Receiver): Promise<void> {
    // The recent bytes may be stale (overwritten in the file), so a new reader begins with the file itself.
    await pour(this.file.present(reader.position, reader.signal), reader);
    this.readers.add(reader);
    try {
      for (let isOver = false; !isOver;) isOver = await this.wait(reader, await this.bringToEnd(reader));
    } finally {
      this.readers.delete(reader);
      if (this.readers.size === 0) this.close();
    }
  }

  /**
   * @returns whether the reader's position lies beyond the end of the file although the shared read was further: the file was
   *   truncated
   */
  private async bringToEnd(reader: Receiver): Promise<boolean> {
    const { signal } = reader;
    for (;;) {
      signal.throwIfAborted();
      const bytes = this.recentAt(reader.position);
      if (bytes) {
        if (!reader.take(bytes)) await reader.ready();
        continue;
      }
      const { position } = reader;
      if (!this.source || position >= this.end) return false;
      await pour(this.file.present(position, signal), reader);
      if (reader.position === position) return true;
    }
  }

  /** @returns true when nothing can follow, false when the reader's buffer was full */
  private async wait(reader: Receiver, isBeyond: boolean): Promise<boolean> {
    if (this.source && reader.position < this.end) {
      // The shared read has advanced in the meantime.
      if (!isBeyond) return false;
      this.close();
    }
    const { signal } = reader;
    const waited = new Promise<boolean>((settle, fail) => this.waiting.set(reader, { settle, fail }));
    const leave = (): void => this.waiting.get(reader)?.fail(signal.reason);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    void this.move((this.source ??= this.open(reader.position)));
    try {
      const isOver = await waited;
      if (!isOver) await reader.ready();
      return isOver;
    } finally {
      signal.removeEventListener('abort', leave);
      this.waiting.delete(reader);
    }
  }

  private open(position: number): Source {
    const stop = new AbortController();
    this.end = position;
    return { stop, chunks: this.file.appended(position, stop.signal), moves: false };
  }

  /** Continues the shared read while readers wait. Never rejects. */
  private async move(source: Source): Promise<void> {
    if (source.moves) return;
    source.moves = true;
    try {
      while (this.waiting.size > 0) {
        const { done, value } = await source.chunks.next();
        if (source !== this.source) return;
        if (done === true) return this.settleAll((waiter) => waiter.settle(true));
        this.give(value);
      }
    } catch (error) {
      if (source !== this.source) return;
      // The next waiting reader starts a new shared read.
      this.close();
      this.settleAll((waiter) => waiter.fail(error));
    } finally {
      source.moves = false;
    }
  }

  private give(bytes: Buffer): void {
    this.recent.push({ position: this.end, bytes });
    this.end += bytes.length;
    for (const [reader, waiter] of this.waiting) {
      const next = this.recentAt(reader.position);
      if (!next || reader.take(next)) continue;
      this.waiting.delete(reader);
      waiter.settle(false);
    }
    const oldest = this.waiting.size === this.readers.size ? this.end : this.end - RECENT_BYTES;
    this.recent = this.recent.filter((chunk) => chunk.position + chunk.bytes.length > oldest);
  }

  private settleAll(how: (waiter: Waiter) => void): void {
    const waiters = [...this.waiting.values()];
    this.waiting.clear();
    waiters.forEach(how);
  }

  private recentAt(position: number): Buffer | undefined {
    const chunk = this.recent.find((one) => position < one.position + one.bytes.length);
    if (!chunk || position < chunk.position) return undefined;
    return position === chunk.position ? chunk.bytes : chunk.bytes.subarray(position - chunk.position);
  }

  private close(): void {
    const { source } = this;
    this.source = undefined;
    this.recent = [];
    if (!source) return;
    source.stop.abort(new Error('the last reader has disconnected'));
    // Between two chunks the read does not observe the signal.
    source.chunks.return().catch(() => undefined);
  }
}

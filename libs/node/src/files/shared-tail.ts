import { unlessAborted } from '../downloads/unless-aborted';

/** Bytes kept for readers that lag behind a little. Readers that lag more read from the file. */
const RECENT_BYTES = 2 * 2 ** 20;

/** A file that may grow. Positions count its bytes from 0. */
export interface GrowingFile {
  /** Yields what the file has now, from `position` on. */
  present(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void>;
  /** Yields what is appended after `position`, and ends when nothing can be appended any more. */
  appended(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void>;
}

interface Reader {
  position: number;
}

interface Chunk {
  position: number;
  bytes: Buffer;
}

/** The common reading of a file's end, which moves on when a reader waits for it. */
interface Source {
  chunks: AsyncGenerator<Buffer, void>;
  stop: AbortController;
}

/**
 * The growing end of a file, read once for all its readers. Each reader has its own pace: one that waits at the end moves the
 * common reading on, and one that falls behind reads from the file until it has caught up. So a slow reader delays nobody, and
 * nothing accumulates for it.
 */
export class SharedTail {
  private readonly readers = new Set<Reader>();
  private recent: Chunk[] = [];
  /** Position up to which the common reading has come. */
  private end = 0;
  private source: Source | undefined;
  private pulling: Promise<boolean> | undefined;
  /** Number of readers that wait at the end. */
  private waiting = 0;

  constructor(private readonly file: GrowingFile) {}

  /** Yields the bytes from a position on until nothing can follow. @throws the errors of the file; the reason of the signal */
  async *read(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    const reader = { position };
    this.readers.add(reader);
    try {
      for (;;) {
        const bytes = this.recentAt(reader.position);
        if (bytes) {
          reader.position += bytes.length;
          yield bytes;
        } else if (!(yield* this.catchUp(reader, signal)) && !(await this.more(reader, signal))) return;
      }
    } finally {
      this.readers.delete(reader);
      if (this.readers.size === 0) this.close();
    }
  }

  /** @returns whether the reader has moved: the file may have nothing at its position */
  private async *catchUp(reader: Reader, signal: AbortSignal): AsyncGenerator<Buffer, boolean> {
    const from = reader.position;
    if (!this.source || from >= this.end) return false;
    for await (const bytes of this.file.present(from, signal)) {
      reader.position += bytes.length;
      yield bytes;
    }
    return reader.position > from;
  }

  /** Waits until the common reading has moved. @returns false when nothing can follow */
  private async more({ position }: Reader, signal: AbortSignal): Promise<boolean> {
    // The file has nothing at the position, so the common reading stands beyond its end: it was truncated, or never that long.
    if (position < this.end) this.close();
    this.source ??= this.open(position);
    this.pulling ??= this.pull(this.source);
    this.waiting += 1;
    if (this.waiting === this.readers.size) this.recent = [];
    try {
      return await unlessAborted(this.pulling, signal);
    } finally {
      this.waiting -= 1;
    }
  }

  private open(position: number): Source {
    const stop = new AbortController();
    this.end = position;
    return { stop, chunks: this.file.appended(position, stop.signal) };
  }

  private async pull(source: Source): Promise<boolean> {
    try {
      const { done, value } = await source.chunks.next();
      if (source !== this.source) return true;
      this.pulling = undefined;
      if (done === true) return false;
      this.add(value);
      return true;
    } catch (error) {
      if (source !== this.source) return true;
      // The next reader that waits begins anew.
      this.close();
      throw error;
    }
  }

  private add(bytes: Buffer): void {
    this.recent.push({ position: this.end, bytes });
    this.end += bytes.length;
    const oldest = this.end - RECENT_BYTES;
    this.recent = this.recent.filter((chunk) => chunk.position + chunk.bytes.length > oldest);
  }

  private recentAt(position: number): Buffer | undefined {
    const chunk = this.recent.find((one) => position < one.position + one.bytes.length);
    if (!chunk || position < chunk.position) return undefined;
    return chunk.bytes.subarray(position - chunk.position);
  }

  private close(): void {
    if (this.source) {
      const { chunks, stop } = this.source;
      stop.abort(new Error('nobody reads the file any more'));
      // The reading may rest between two chunks, where it does not see the signal.
      chunks.return().catch(() => undefined);
    }
    this.source = undefined;
    this.pulling = undefined;
    this.recent = [];
  }
}

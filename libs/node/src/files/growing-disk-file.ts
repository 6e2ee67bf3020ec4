import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { maskPart } from '../secrets/mask';
import type { GrowingFile } from './shared-tail';

/** Bytes per read, large enough to keep transfers fast. */
const READ_BYTES = 512 * 1024;
/** Interval of the checks of a file that has not grown, ms. */
const LOOK_MS = 100;

/**
 * An open file of a launch. The descriptor keeps the opened file: a file that replaces it is not read. Bytes that may be the
 * beginning of a secret are yielded once the following bytes exist, or when the launch has ended.
 */
export class GrowingDiskFile implements GrowingFile {
  /**
   * @param patterns values to mask
   * @param isOver reports whether the launch has ended, so that nothing is appended any more
   */
  constructor(
    private readonly handle: FileHandle,
    private readonly patterns: readonly Buffer[],
    private readonly isOver: () => Promise<boolean>,
  ) {}

  async *present(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    const isFinal = await this.isOver();
    yield* this.upTo((await this.handle.stat()).size, position, isFinal, signal);
  }

  async *appended(position: number, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    let at = position;
    for (;;) {
      // Checked before the size, so that the next check finds later data.
      const isFinal = await this.isOver();
      const { size } = await this.handle.stat();
      for await (const bytes of this.upTo(size, at, isFinal, signal)) {
        at += bytes.length;
        yield bytes;
      }
      if (isFinal) return;
      await delay(LOOK_MS, undefined, { signal, ref: false });
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async *upTo(
    size: number,
    position: number,
    isFinal: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void> {
    for (let at = position; at < size;) {
      signal.throwIfAborted();
      const bytes = await this.read(at, Math.min(size, at + READ_BYTES), size, isFinal);
      if (bytes.length === 0) return;
      at += bytes.length;
      yield bytes;
    }
  }

  private read(from: number, to: number, size: number, isFinal: boolean): Promise<Buffer> {
    if (this.patterns.length === 0) return readBytes(this.handle, from, to);
    const unfinished = isFinal ? undefined : 'leave out';
    return maskPart(this.patterns, { from, to, size, unfinished }, (first, end) =>
      readBytes(this.handle, first, end),
    );
  }
}

/** Reads the bytes from `from` up to `to`, exclusive; fewer when the file has become shorter. */
export async function readBytes(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, to - from));
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await handle.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

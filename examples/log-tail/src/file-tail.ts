import { open, stat, type FileHandle } from 'node:fs/promises';
import { LineSplitter } from './line-splitter';

const CHUNK_BYTES = 65_536;
/** What one poll reads at the most: others wait for their turn. */
const POLL_BYTES = 4 * 2 ** 20;

/**
 * Follows a file by its name, as `tail -F` does: what is appended, a file that takes its place (rotation), one that begins
 * anew (truncation), one that is not there yet.
 */
export class FileTail {
  private file: FileHandle | undefined;
  private position = 0;
  private readonly splitter = new LineSplitter();
  private readonly buffer = Buffer.alloc(CHUNK_BYTES);
  private first = true;

  /** @param fromStart whether lines count that are there already; those of files that come later always do */
  constructor(
    private readonly path: string,
    private readonly fromStart: boolean,
  ) {}

  /** The lines since the last poll. A file that can't be read has none; it is looked for with the next poll. */
  async poll(): Promise<string[]> {
    const lines: string[] = [];
    if (this.file && (await this.isReplaced(this.file))) {
      lines.push(...(await this.readOn(this.file)), ...this.splitter.end());
      await this.close();
    }
    await this.openIfThere();
    if (this.file) lines.push(...(await this.readOn(this.file)));
    return lines;
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = undefined;
    await file?.close();
  }

  private async openIfThere(): Promise<void> {
    if (!this.file) {
      this.file = await open(this.path).catch(() => undefined);
      const skip = this.file && this.first && !this.fromStart;
      this.position = skip ? ((await this.file?.stat())?.size ?? 0) : 0;
    }
    this.first = false;
  }

  /** Whether the name belongs to another file now. One that is only gone may still be written to. */
  private async isReplaced(file: FileHandle): Promise<boolean> {
    const [own, named] = await Promise.all([file.stat(), stat(this.path).catch(() => undefined)]);
    return named !== undefined && (named.ino !== own.ino || named.dev !== own.dev);
  }

  private async readOn(file: FileHandle): Promise<string[]> {
    const { size } = await file.stat();
    if (size < this.position) {
      this.position = 0;
      this.splitter.end();
    }
    const lines: string[] = [];
    const until = this.position + POLL_BYTES;
    while (this.position < until) {
      const { bytesRead } = await file.read(this.buffer, 0, CHUNK_BYTES, this.position);
      if (bytesRead === 0) break;
      this.position += bytesRead;
      lines.push(...this.splitter.push(this.buffer.subarray(0, bytesRead)));
    }
    return lines;
  }
}

import { buffer } from 'node:stream/consumers';
import { RandomAccessReader, fromRandomAccessReaderPromise, type Entry } from 'yauzl';
import type { OpenArchive } from './archive-medium';

/** Bytes fetched at a time: the list of a zip is read by tiny pieces, and an object store charges by the request. */
const BLOCK_BYTES = 2 ** 20;

/** Lists the entries of a zip. @throws Error when it is none */
export async function entriesOf(archive: OpenArchive): Promise<Entry[]> {
  const zip = await fromRandomAccessReaderPromise(new BlockReader(archive), archive.size, {
    lazyEntries: true,
    autoClose: false,
  });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

class BlockReader extends RandomAccessReader {
  private start = 0;
  private block: Buffer = Buffer.alloc(0);

  constructor(private readonly archive: OpenArchive) {
    super();
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        done(null);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  private async bytes(position: number, length: number): Promise<Buffer> {
    if (position < this.start || position + length > this.start + this.block.length) {
      const end = Math.min(this.archive.size, position + Math.max(length, BLOCK_BYTES));
      this.block = await buffer(await this.archive.read(position, end - 1));
      this.start = position;
      if (this.block.length < length) throw new Error('the archive ends too soon');
    }
    return this.block.subarray(position - this.start, position - this.start + length);
  }
}

import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { isAbsent } from '../node/atomic-file';
import type { ArchiveMedium, OpenArchive } from './archive-medium';

/** Bytes read at a time. */
const READ_BYTES = 512 * 1024;

/** Archives in a folder that nodes and API share; addresses are those of files. */
export class FolderArchives implements ArchiveMedium {
  async write(address: string, mark: string, bytes: Readable): Promise<void> {
    const target = fileURLToPath(address);
    const temporary = `${target}.${mark}.part`;
    await mkdir(dirname(target), { recursive: true });
    try {
      await pipeline(bytes, createWriteStream(temporary));
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async open(address: string): Promise<OpenArchive | undefined> {
    const file = await open(fileURLToPath(address), 'r').catch(absentIsNone);
    if (!file) return undefined;
    const { size, mtimeMs } = await file.stat();
    return {
      size,
      version: `${mtimeMs} ${size}`,
      read: async (start, end) =>
        file.createReadStream({ start, end, autoClose: false, highWaterMark: READ_BYTES }),
      close: () => file.close(),
    };
  }

  async remove(address: string): Promise<void> {
    await rm(fileURLToPath(address), { force: true });
  }
}

function absentIsNone(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { undefinedIfAbsent } from '../file-system/atomic-file';
import { makeFolder } from '../file-system/make-folder';
import { isObjectAddress, objectLocation, type ObjectLocation } from '../object-store/object-location';
import { ObjectStoreGateway } from '../object-store/object-store.gateway';

/** Archives have the output of all users: other accounts of the machine, under which jobs may run, get no access. */
const FOLDER_MODE = 0o750;
const READ_BYTES = 512 * 1024;

export interface OpenArchive {
  /** Bytes. */
  size: number;
  /** Differs after the archive was written again. */
  version: string;
  /** The bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): Promise<Readable>;
  /** Releases the archive after the last read. */
  close(): Promise<void>;
}

/** Reads and writes archives by address: a `file:` address in a folder that nodes and the API share, or one in an object store. */
@Injectable()
export class ArchiveStoreService {
  constructor(private readonly objects: ObjectStoreGateway) {}

  /** Writes an archive, whole or not at all. @param mark distinguishes concurrent writers of an address */
  async write(address: string, mark: string, bytes: Readable): Promise<void> {
    const location = located(address);
    if (location) return this.objects.write(location, bytes, 'application/zip');
    const target = fileURLToPath(address);
    const temporary = `${target}.${mark}.part`;
    await makeFolder(dirname(target), FOLDER_MODE);
    try {
      await pipeline(bytes, createWriteStream(temporary));
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** @returns undefined when the archive does not exist */
  async open(address: string): Promise<OpenArchive | undefined> {
    const location = located(address);
    return location ? this.openObject(location, address) : openFile(address);
  }

  /** Succeeds when the archive does not exist. */
  async remove(address: string): Promise<void> {
    const location = located(address);
    if (location) await this.objects.remove(location);
    else await rm(fileURLToPath(address), { force: true });
  }

  private async openObject(location: ObjectLocation, address: string): Promise<OpenArchive | undefined> {
    const facts = await this.objects.look(location);
    return (
      facts && {
        size: facts.size,
        version: facts.etag,
        read: async (start, end) => {
          const found = await this.objects.read(location, { range: { start, end } });
          if (!found || found === 'unchanged') throw new Error(`${address} does not exist any more`);
          return found.body;
        },
        close: () => Promise.resolve(),
      }
    );
  }
}

async function openFile(address: string): Promise<OpenArchive | undefined> {
  const file = await open(fileURLToPath(address), 'r').catch(undefinedIfAbsent);
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

/** Returns the place in an object store; undefined for an archive in a folder. */
function located(address: string): ObjectLocation | undefined {
  if (!isObjectAddress(address)) return undefined;
  const location = objectLocation(address);
  if (!location) throw new Error(`not an object address: ${address}`);
  return location;
}

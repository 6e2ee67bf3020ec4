import type { Readable } from 'node:stream';
import { objectLocation, type ObjectLocation } from '../object-store/object-location';
import type { ObjectStore } from '../object-store/object-store.gateway';
import type { ArchiveMedium, OpenArchive } from './archive-medium';

/** Archives in an object store. */
export class ObjectArchives implements ArchiveMedium {
  constructor(private readonly objects: ObjectStore) {}

  async write(address: string, _mark: string, bytes: Readable): Promise<void> {
    await this.objects.write(located(address), bytes, 'application/zip');
  }

  async open(address: string): Promise<OpenArchive | undefined> {
    const location = located(address);
    const facts = await this.objects.look(location);
    if (!facts) return undefined;
    return {
      size: facts.size,
      version: facts.etag,
      read: async (start, end) => {
        const found = await this.objects.read(location, { range: { start, end } });
        if (!found || found === 'unchanged') throw new Error(`${address} is gone`);
        return found.body;
      },
      close: () => Promise.resolve(),
    };
  }

  async remove(address: string): Promise<void> {
    await this.objects.remove(located(address));
  }
}

function located(address: string): ObjectLocation {
  const location = objectLocation(address);
  if (!location) throw new Error(`no address of an object: ${address}`);
  return location;
}

import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isObjectAddress } from '../object-store/object-location';
import { ObjectStore } from '../object-store/object-store.gateway';
import type { ArchiveMedium, OpenArchive } from './archive-medium';
import { FolderArchives } from './folder-archives';
import { ObjectArchives } from './object-archives';

/** Archives by their address, wherever they are. */
@Injectable()
export class ArchiveStore implements ArchiveMedium {
  private readonly folders = new FolderArchives();
  private readonly objects: ObjectArchives;

  constructor(objects: ObjectStore) {
    this.objects = new ObjectArchives(objects);
  }

  write(address: string, mark: string, bytes: Readable): Promise<void> {
    return this.mediumOf(address).write(address, mark, bytes);
  }

  open(address: string): Promise<OpenArchive | undefined> {
    return this.mediumOf(address).open(address);
  }

  remove(address: string): Promise<void> {
    return this.mediumOf(address).remove(address);
  }

  private mediumOf(address: string): ArchiveMedium {
    return isObjectAddress(address) ? this.objects : this.folders;
  }
}

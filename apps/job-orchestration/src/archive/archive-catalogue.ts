import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import type { Entry } from 'yauzl';

/** The fields of a zip entry that a catalogue reads. */
type Listed = Pick<Entry, 'fileName' | 'uncompressedSize' | 'getLastModDate'>;

/** The directories and files of one archive. Paths have no slash at their end. */
export class ArchiveCatalogue<E extends Listed> {
  private readonly files = new Map<string, E>();
  private readonly folders = new Map<string, LaunchFolder>([['', { directories: [], files: [] }]]);

  constructor(entries: readonly E[]) {
    for (const entry of entries) {
      const path = entry.fileName;
      const lastModified = entry.getLastModDate().getTime();
      if (path.endsWith('/')) this.addFolder(path.slice(0, -1), lastModified);
      else {
        this.files.set(path, entry);
        this.addTo('files', path, { name: nameOf(path), size: entry.uncompressedSize, lastModified });
      }
    }
    for (const { directories, files } of this.folders.values()) {
      directories.sort(byName);
      files.sort(byName);
    }
  }

  /** Files and directories. */
  get size(): number {
    return this.files.size + this.folders.size;
  }

  file(path: string): E | undefined {
    return this.files.get(path);
  }

  folder(path: string): LaunchFolder | undefined {
    return this.folders.get(path);
  }

  private addFolder(path: string, lastModified: number): void {
    if (this.folders.has(path)) return;
    this.folders.set(path, { directories: [], files: [] });
    this.addTo('directories', path, { name: `${nameOf(path)}/`, size: 0, lastModified });
  }

  private addTo(kind: keyof LaunchFolder, path: string, entry: LaunchFileEntry): void {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (!this.folders.has(parent)) this.addFolder(parent, entry.lastModified);
    this.folders.get(parent)?.[kind].push(entry);
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const byName = (one: LaunchFileEntry, other: LaunchFileEntry): number => (one.name < other.name ? -1 : 1);

import { constants, type Dirent, type Stats } from 'node:fs';
import { chmod, lstat, open, opendir, rename, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import { bytesOf, nameOf } from './file-name';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** Opens a name without access to its content and without side effects on devices; Node.js has no constant for it. */
const O_PATH = 0o10_000_000;
/** Deeper folders are not entered: each level keeps one descriptor open. */
export const MAX_DEPTH = 100;
const NAMES_AT_A_TIME = 256;
/** One at a time costs five times as long: most of it is the hand-over to a thread. */
const STATS_AT_A_TIME = 64;
const READABLE_BY_ALL = 0o004;
const ENTERED_BY_ALL = 0o005;

/** An entry of a folder; a link is neither a folder nor a file. */
export interface FolderEntry {
  name: string;
  isDirectory: boolean;
  isFile: boolean;
}

/**
 * An open folder. Everything below it is reached through its descriptor, one name at a time, without following links,
 * so its owner cannot redirect an access by replacing a name. It is the only way to anything below the directory of a
 * job once the job has started, because the node may be root there (docs/security.md, "Directories of jobs").
 */
export class ConfinedFolder {
  private constructor(
    private readonly handle: FileHandle,
    /** User id of the owner of the folder that was opened by its path. */
    private readonly owner: number,
  ) {}

  /** Opens a folder by its path. Every folder above it must belong to the node. @returns undefined when it is not a folder */
  static async open(path: string): Promise<ConfinedFolder | undefined> {
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(undefinedIfOtherKind);
    if (!handle) return undefined;
    try {
      return new ConfinedFolder(handle, (await handle.stat()).uid);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Runs `work` in a folder opened as by {@link open}. */
  static async with<R>(path: string, work: (folder: ConfinedFolder) => Promise<R>): Promise<R | undefined> {
    return closing(await ConfinedFolder.open(path), work);
  }

  /**
   * Opens a folder inside. @param ofAnybody also one that is not {@link isReadable} @returns undefined when the entry does
   * not exist, is not a folder, or may not be opened
   */
  async folder(name: string, ofAnybody = false): Promise<ConfinedFolder | undefined> {
    const mayOpen = (info: Stats): boolean => this.isReadable(info);
    const handle = await this.openChecked(name, O_RDONLY | O_DIRECTORY, ofAnybody ? undefined : mayOpen);
    return handle && new ConfinedFolder(handle, this.owner);
  }

  /** Runs `work` in a folder below, opened as by {@link folder}. */
  async inside<R>(
    names: readonly string[],
    work: (folder: ConfinedFolder) => Promise<R>,
  ): Promise<R | undefined> {
    const [name, ...rest] = names;
    if (name === undefined) return work(this);
    return closing(await this.folder(name), (folder) => folder.inside(rest, work));
  }

  /**
   * Opens a regular file inside: for reading when {@link isReadable}, for writing when it belongs to the owner of
   * this folder and has a single link.
   *
   * @param flags of `open`, without those that create a file
   * @returns undefined when the entry does not exist, is not a regular file, or may not be opened this way
   */
  file(name: string, flags: number = O_RDONLY): Promise<FileHandle | undefined> {
    const writing = (flags & (O_WRONLY | O_RDWR)) !== 0;
    return this.openChecked(
      name,
      flags | O_NONBLOCK,
      (info) => info.isFile() && (writing ? this.isOwn(info) : this.isReadable(info)),
    );
  }

  /** Runs `work` on exactly the file or folder that was checked: its path stays valid when the entry is renamed or replaced. */
  async pinned(name: string, work: (path: string, info: Stats) => Promise<void>): Promise<void> {
    await closing(await this.openChecked(name, O_PATH, undefined), async (handle) => {
      const info = await handle.stat();
      if (info.isFile() || info.isDirectory()) await work(`/proc/self/fd/${handle.fd}`, info);
    });
  }

  /** Restores the owner's access to an entry that belongs to the owner of the folder. */
  async unlock(name: string): Promise<void> {
    await this.pinned(name, async (path, info) => {
      if (info.isDirectory() ? info.uid === this.owner : this.isOwn(info))
        await chmod(path, info.isDirectory() ? 0o700 : 0o600);
    });
  }

  create(name: string, flags: number, mode: number): Promise<FileHandle> {
    return open(this.at(name), flags | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  }

  /** Yields the entries of the folder in no order. The folder may change concurrently. Names: see {@link nameOf}. */
  async *entries(): AsyncGenerator<FolderEntry> {
    // The types of Node.js do not know this encoding.
    const options = { bufferSize: NAMES_AT_A_TIME, encoding: 'buffer' as BufferEncoding };
    const found = (await opendir(this.path, options)) as AsyncIterable<unknown> as AsyncIterable<
      Dirent<Buffer>
    >;
    for await (const entry of found)
      yield { name: nameOf(entry.name), isDirectory: entry.isDirectory(), isFile: entry.isFile() };
  }

  /** Returns the entry of that name itself, not the target of a link. */
  async stat(name: string): Promise<Stats | undefined> {
    return lstat(this.at(name)).catch(undefinedIfOtherKind);
  }

  /** Yields entries as {@link stat} returns them, in the order of their names, without those that do not exist. */
  async *stats(names: readonly string[]): AsyncGenerator<{ name: string; info: Stats }> {
    for (let from = 0; from < names.length; from += STATS_AT_A_TIME) {
      const some = names.slice(from, from + STATS_AT_A_TIME);
      const found = await Promise.all(some.map(async (name) => ({ name, info: await this.stat(name) })));
      for (const { name, info } of found) if (info) yield { name, info };
    }
  }

  /** Returns a path to the entry, valid while this folder is open. The user of the path must not follow links. */
  at(name: string): string | Buffer {
    if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
      throw new Error(`${JSON.stringify(name)} is not a file name`);
    const bytes = bytesOf(name);
    return bytes ? Buffer.concat([Buffer.from(`${this.path}/`), bytes]) : `${this.path}/${name}`;
  }

  /** Moves an entry to another folder. Moves a link itself, not its target. */
  move(name: string, target: ConfinedFolder, newName: string): Promise<void> {
    return rename(this.at(name), target.at(newName));
  }

  /** Removes an entry that is not a folder. Removes a link itself, not its target. */
  unlink(name: string): Promise<void> {
    return unlink(this.at(name));
  }

  rmdir(name: string): Promise<void> {
    return rmdir(this.at(name));
  }

  chown(uid: number, gid: number): Promise<void> {
    return this.handle.chown(uid, gid);
  }

  chmod(mode: number): Promise<void> {
    return this.handle.chmod(mode);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Reports whether an entry is the owner's or readable by all: the owner may have linked one that it cannot read. */
  isReadable(info: Stats): boolean {
    const needed = info.isDirectory() ? ENTERED_BY_ALL : READABLE_BY_ALL;
    return info.uid === this.owner || (info.mode & needed) === needed;
  }

  private async openChecked(
    name: string,
    flags: number,
    mayOpen: ((info: Stats) => boolean) | undefined,
  ): Promise<FileHandle | undefined> {
    const handle = await open(this.at(name), flags | O_NOFOLLOW).catch(undefinedIfOtherKind);
    if (!handle || !mayOpen || mayOpen(await handle.stat())) return handle;
    await handle.close();
    return undefined;
  }

  private isOwn(info: Stats): boolean {
    return info.nlink === 1 && info.uid === this.owner;
  }

  private get path(): string {
    return `/proc/self/fd/${this.handle.fd}`;
  }
}

/** Runs `work` with an open file or folder, if there is one, and closes it. */
export async function closing<H extends { close(): Promise<void> }, R>(
  open: H | undefined,
  work: (open: H) => Promise<R>,
): Promise<R | undefined> {
  try {
    return open && (await work(open));
  } finally {
    await open?.close();
  }
}

/** A job may have removed permissions from its own files; it runs as the node, or the node can open them anyway. */
export async function unlocked<T>(folder: ConfinedFolder, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await folder.unlock(name);
    return work();
  }
}

/** Error codes of a name that does not exist or is of another kind: a link, a file, a socket, a file under a lease (fcntl(2)). */
const OTHER_KIND = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR', 'ENAMETOOLONG', 'EAGAIN']);

function undefinedIfOtherKind(error: unknown): undefined {
  if (!OTHER_KIND.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

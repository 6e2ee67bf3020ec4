import { constants, type Dirent, type Stats } from 'node:fs';
import { chmod, lstat, open, opendir, rename, rmdir, unlink, type FileHandle } from 'node:fs/promises';

const { O_ACCMODE, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = {
  ...constants,
  O_ACCMODE: constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR,
};

/** Opens a name without permission to its content and without effect on a device; Node.js has no constant for it. */
const O_PATH = 0o10_000_000;
/** Folders inside each other beyond this many are not entered: each one is open while its content is visited. */
export const MAX_DEPTH = 100;
/** Names read from the disk at a time. */
const NAMES_AT_A_TIME = 256;
const READABLE_BY_ALL = 0o004;
const ENTERED_BY_ALL = 0o005;

/**
 * A folder that is open. Everything below it is reached through its descriptor, one name at a time, and no link is
 * followed, so nothing that its owner puts in the place of a name leads elsewhere.
 *
 * This class is the only way to anything below the directory of a job once the job has started, because the node may be
 * root there (docs/security.md, "Directories of jobs").
 */
export class OpenFolder {
  private constructor(
    private readonly handle: FileHandle,
    /** User id of the owner of the folder that was opened by its path. */
    private readonly owner: number,
  ) {}

  /**
   * Opens a folder by its path. Every folder above it must belong to the node.
   *
   * @returns undefined when it does not exist or is no folder
   */
  static async open(path: string): Promise<OpenFolder | undefined> {
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(undefinedIfAbsent);
    if (!handle) return undefined;
    try {
      return new OpenFolder(handle, (await handle.stat()).uid);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Runs `work` in a folder that is opened by its path. @returns undefined when it does not exist or is no folder */
  static async with<R>(path: string, work: (folder: OpenFolder) => Promise<R>): Promise<R | undefined> {
    return closing(await OpenFolder.open(path), work);
  }

  /**
   * Opens a folder inside.
   *
   * @param ofAnybody also one that is not {@link isReadable}
   * @returns undefined when it does not exist, is no folder, or may not be opened
   */
  async folder(name: string, ofAnybody = false): Promise<OpenFolder | undefined> {
    const handle = await open(this.at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(undefinedIfAbsent);
    if (!handle) return undefined;
    if (ofAnybody || this.isReadable(await handle.stat())) return new OpenFolder(handle, this.owner);
    await handle.close();
    return undefined;
  }

  /** Runs `work` in a folder below, opened as by {@link folder}. @returns undefined when one of the folders is not opened */
  async inside<R>(
    names: readonly string[],
    work: (folder: OpenFolder) => Promise<R>,
  ): Promise<R | undefined> {
    const [name, ...rest] = names;
    if (name === undefined) return work(this);
    return closing(await this.folder(name), (folder) => folder.inside(rest, work));
  }

  /**
   * Opens a regular file inside: for reading when {@link isReadable}, for writing when it belongs to the owner of this
   * folder and has no other name.
   *
   * @param flags of `open`, without those that make a file
   * @returns undefined when it does not exist, is something else, or may not be opened this way
   */
  async file(name: string, flags: number = O_RDONLY): Promise<FileHandle | undefined> {
    const handle = await open(this.at(name), flags | O_NOFOLLOW | O_NONBLOCK).catch(undefinedIfAbsent);
    if (!handle) return undefined;
    const reading = (flags & O_ACCMODE) === O_RDONLY;
    const info = await handle.stat();
    if (info.isFile() && (reading ? this.isReadable(info) : this.isOwn(info))) return handle;
    await handle.close();
    return undefined;
  }

  /**
   * Changes owner or mode of the very file that is looked at, whatever gets its name meanwhile.
   *
   * @param work gets a path that leads to that file, which is a regular one or a folder
   */
  async pinned(name: string, work: (path: string, info: Stats) => Promise<void>): Promise<void> {
    const handle = await open(this.at(name), O_PATH | O_NOFOLLOW).catch(undefinedIfAbsent);
    if (!handle) return;
    try {
      const info = await handle.stat();
      if (info.isFile() || info.isDirectory()) await work(`/proc/self/fd/${handle.fd}`, info);
    } finally {
      await handle.close();
    }
  }

  /** Lets the owner of the folder, whom the node may be, open an entry that is its own. */
  async unlock(name: string): Promise<void> {
    await this.pinned(name, async (path, info) => {
      if (info.isDirectory() ? info.uid === this.owner : this.isOwn(info))
        await chmod(path, info.isDirectory() ? 0o700 : 0o600);
    });
  }

  /** Makes a new file. @throws Error `EEXIST` */
  create(name: string, flags: number, mode: number): Promise<FileHandle> {
    return open(this.at(name), flags | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  }

  /** Entries of the folder, in no order. The folder may change meanwhile. */
  async *entries(): AsyncGenerator<Dirent> {
    yield* await opendir(this.path, { bufferSize: NAMES_AT_A_TIME });
  }

  /** The entry of that name itself, not what it links to. */
  async stat(name: string): Promise<Stats | undefined> {
    return lstat(this.at(name)).catch(undefinedIfAbsent);
  }

  /** The folder itself. */
  info(): Promise<Stats> {
    return this.handle.stat();
  }

  /** Calls `work` with a path that leads to the entry for as long as this folder is open. Links must not be followed. */
  at(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
      throw new Error(`${JSON.stringify(name)} is no name of a file`);
    return `${this.path}/${name}`;
  }

  /** Moves an entry to another folder. A link is moved, not what it leads to. */
  move(name: string, target: OpenFolder, newName: string): Promise<void> {
    return rename(this.at(name), target.at(newName));
  }

  /** Removes an entry that is no folder. A link is removed, not what it leads to. */
  unlink(name: string): Promise<void> {
    return unlink(this.at(name));
  }

  /** Removes an empty folder inside. */
  rmdir(name: string): Promise<void> {
    return rmdir(this.at(name));
  }

  /** Sets the owner of the folder itself. */
  chown(uid: number, gid: number): Promise<void> {
    return this.handle.chown(uid, gid);
  }

  /** Sets the mode of the folder itself. */
  chmod(mode: number): Promise<void> {
    return this.handle.chmod(mode);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /**
   * Tells whether an entry belongs to the owner of the directory, or everybody may read it. The owner may have linked to
   * or moved here what it can't read itself.
   */
  isReadable(info: Stats): boolean {
    const needed = info.isDirectory() ? ENTERED_BY_ALL : READABLE_BY_ALL;
    return info.uid === this.owner || (info.mode & needed) === needed;
  }

  private isOwn(info: Stats): boolean {
    return info.nlink === 1 && info.uid === this.owner;
  }

  private get path(): string {
    return `/proc/self/fd/${this.handle.fd}`;
  }
}

async function closing<R>(
  folder: OpenFolder | undefined,
  work: (folder: OpenFolder) => Promise<R>,
): Promise<R | undefined> {
  try {
    return folder && (await work(folder));
  } finally {
    await folder?.close();
  }
}

/** Codes of a name that leads to nothing, or to something of another kind: a link, a file, a socket. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR', 'ENAMETOOLONG']);

function undefinedIfAbsent(error: unknown): undefined {
  if (!ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

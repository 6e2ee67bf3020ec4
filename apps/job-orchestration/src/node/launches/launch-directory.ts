import { constants, lstatSync, mkdirSync } from 'node:fs';
import { mkdir, open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Ids that may be names of directories; all others are refused before anything is made. */
export const SAFE_NAME = /^[\w-][\w.-]{0,63}$/;

/** Where one launch lives on its node. */
export class LaunchDirectory {
  readonly root: string;
  /** What its owner's users see: the directory the process starts in, `stdout`, `stderr`. */
  readonly job: string;
  /** Journal and wrapper files; nobody else's business. */
  readonly control: string;
  /** Files with secrets; the process reads them, nobody is shown them. */
  readonly secrets: string;

  constructor(launchesRoot: string, launchId: string) {
    if (!SAFE_NAME.test(launchId)) throw new Error(`no id of a launch: ${JSON.stringify(launchId)}`);
    this.root = join(launchesRoot, launchId);
    this.job = join(this.root, 'job');
    this.control = join(this.root, 'control');
    this.secrets = join(this.root, 'secrets');
  }

  inJob(path: string): string {
    return join(this.job, path);
  }

  inControl(name: string): string {
    return join(this.control, name);
  }

  /** Makes the directory and its part for the node; both may be there already. */
  create(): void {
    mkdirSync(this.root, { recursive: true, mode: 0o755 });
    mkdirSync(this.control, { recursive: true, mode: 0o700 });
  }

  /** Makes an empty directory for the process, whatever an interrupted preparation left. */
  async renewJob(): Promise<void> {
    try {
      mkdirSync(this.job);
    } catch {
      await rm(this.job, { recursive: true, force: true });
      await mkdir(this.job, { recursive: true });
    }
  }

  /** Bytes of a file of the process; undefined when there is none, or none to be seen. */
  sizeInJob(path: string): number | undefined {
    try {
      return lstatSync(this.inJob(path), { throwIfNoEntry: false })?.size;
    } catch {
      return undefined;
    }
  }

  /**
   * Adds a line of the node's own to `stderr`. The file is the job's to replace, so a link is not followed, and
   * that it can't be written is no error.
   */
  async note(text: string): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    try {
      const file = await open(this.inJob('stderr'), flags | constants.O_NONBLOCK, 0o644);
      try {
        if ((await file.stat()).isFile()) await file.writeFile(`portolan: ${text}\n`);
      } finally {
        await file.close();
      }
    } catch {
      // Gone, or not a file any more.
    }
  }

  /** Forgets the launch but keeps what its process wrote, now or in an earlier life of the same id. */
  async forget(): Promise<void> {
    await rm(this.secrets, { recursive: true, force: true });
    await rm(this.control, { recursive: true, force: true });
    await rmdir(this.root).catch((error: unknown) => {
      if (!isKept(error)) throw error;
    });
  }
}

const isKept = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

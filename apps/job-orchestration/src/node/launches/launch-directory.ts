import { mkdir, rm, rmdir } from 'node:fs/promises';
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

  constructor(launchesRoot: string, launchId: string) {
    if (!SAFE_NAME.test(launchId)) throw new Error(`no id of a launch: ${JSON.stringify(launchId)}`);
    this.root = join(launchesRoot, launchId);
    this.job = join(this.root, 'job');
    this.control = join(this.root, 'control');
  }

  inJob(path: string): string {
    return join(this.job, path);
  }

  inControl(name: string): string {
    return join(this.control, name);
  }

  /** Makes the directory and its part for the node; both may be there already. */
  async create(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o755 });
    await mkdir(this.control, { recursive: true, mode: 0o700 });
  }

  /** Makes an empty directory for the process, whatever an interrupted preparation left. */
  async renewJob(): Promise<void> {
    await rm(this.job, { recursive: true, force: true });
    await mkdir(this.job, { recursive: true });
  }

  /** Forgets the launch but keeps what its process wrote, now or in an earlier life of the same id. */
  async forget(): Promise<void> {
    await rm(this.control, { recursive: true, force: true });
    await rmdir(this.root).catch((error: unknown) => {
      if (!isKept(error)) throw error;
    });
  }
}

const isKept = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

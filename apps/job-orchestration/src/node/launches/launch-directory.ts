import { chmodSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OpenFolder } from '../open-folder';
import { removeBelow } from '../remove-tree';

/** Ids that may be names of directories; all others are refused before anything is made. */
export const SAFE_NAME = /^[\w-][\w.-]{0,63}$/;

/** Files that the process writes its standard output and standard error to. */
export const OUTPUT_FILES = ['stdout', 'stderr'] as const;

/** Where one launch lives on its node. */
export class LaunchDirectory {
  readonly root: string;
  /** What its owner's users see: the directory the process starts in, `stdout`, `stderr`. */
  readonly job: string;
  /** Journal and wrapper files; nobody else's business. */
  readonly control: string;
  /** Files with secrets; they belong to the process, the folder to the node. Nobody is shown them. */
  readonly secrets: string;
  /** Withheld files: secrets in them could not be masked. */
  readonly withheld: string;

  constructor(launchesRoot: string, launchId: string) {
    if (!SAFE_NAME.test(launchId)) throw new Error(`no id of a launch: ${JSON.stringify(launchId)}`);
    this.root = join(launchesRoot, launchId);
    this.job = join(this.root, 'job');
    this.control = join(this.root, 'control');
    this.secrets = join(this.root, 'secrets');
    this.withheld = join(this.root, 'withheld');
  }

  inJob(path: string): string {
    return join(this.job, path);
  }

  inControl(name: string): string {
    return join(this.control, name);
  }

  /**
   * Makes the directory and its part for the node; both may be there already. Nobody else gets in before the start
   * script lets the user of the process in.
   */
  create(): void {
    mkdirSync(this.root, { recursive: true, mode: 0o700 });
    chmodSync(this.root, 0o700);
    mkdirSync(this.control, { recursive: true, mode: 0o700 });
  }

  /** Makes an empty directory for the process, whatever an interrupted preparation left. */
  async renewJob(): Promise<void> {
    try {
      mkdirSync(this.job);
    } catch {
      await removeBelow(this.root, basename(this.job));
      mkdirSync(this.job);
    }
  }

  /** Whom the process runs as: its directory is handed over to that user. The node's own id without a directory. */
  get uid(): number {
    const own = process.getuid?.() ?? 0;
    try {
      return lstatSync(this.job, { throwIfNoEntry: false })?.uid ?? own;
    } catch {
      return own;
    }
  }

  /** Bytes of a file of the process; undefined when there is none, or none to be seen. */
  async sizeInJob(path: string): Promise<number | undefined> {
    const folders = path.split('/');
    const name = folders.pop() ?? '';
    try {
      const info = await OpenFolder.with(this.job, (job) =>
        job.inside(folders, (folder) => folder.stat(name)),
      );
      return info?.size;
    } catch {
      return undefined;
    }
  }

  /** Adds a line of the node's own to `stderr`. That it can't be written is no error: the file is the job's. */
  async note(text: string): Promise<void> {
    try {
      await OpenFolder.with(this.job, async (job) => {
        const file = await job.file('stderr', constants.O_WRONLY | constants.O_APPEND);
        if (!file) return;
        try {
          await file.writeFile(`portolan: ${text}\n`);
        } finally {
          await file.close();
        }
      });
    } catch {
      // The disk is full, or the folder may not be opened any more.
    }
  }

  /** Forgets the launch but keeps what its process wrote, now or in an earlier life of the same id. */
  async forget(): Promise<void> {
    for (const path of [this.secrets, this.control]) await removeBelow(this.root, basename(path));
    await rmdir(this.root).catch((error: unknown) => {
      if (!isKept(error)) throw error;
    });
  }
}

const isKept = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

import { chmodSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConfinedFolder, closing } from '../file-system/confined-folder';
import { removeBelow } from '../file-system/remove-tree';

/** Ids that are safe as directory names; others are refused before anything is created. */
export const SAFE_NAME = /^[\w-][\w.-]{0,63}$/;

export const OUTPUT_FILES = ['stdout', 'stderr'] as const;

/** Reports whether a path is an output file of the process, which exists once the process has started. */
export const isOutputFile = (path: string): boolean => OUTPUT_FILES.some((name) => name === path);

/** File of the control folder with secret values, kept while output of the launch may contain them. */
export const SECRET_VALUES = 'secrets.json';

/** The files of one launch on its node. */
export class LaunchDirectory {
  readonly root: string;
  /** Visible to users: the working directory of the process, `stdout`, `stderr`. */
  readonly job: string;
  /** Journal and wrapper files, private to the node. */
  readonly control: string;
  /** Files with secrets, never shown. They belong to the process, the folder to the node. */
  readonly secrets: string;
  /** Withheld files, whose secrets could not be masked. */
  readonly withheld: string;

  constructor(launchesRoot: string, launchId: string) {
    if (!SAFE_NAME.test(launchId)) throw new Error(`not a launch id: ${JSON.stringify(launchId)}`);
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

  /** Creates the directory and its control folder, private to the node until the wrapper script admits the user. */
  create(): void {
    mkdirSync(this.root, { recursive: true, mode: 0o700 });
    chmodSync(this.root, 0o700);
    mkdirSync(this.control, { recursive: true, mode: 0o700 });
  }

  /** Creates an empty directory for the process and removes leftovers of an interrupted preparation. */
  async renewJob(): Promise<void> {
    try {
      mkdirSync(this.job);
    } catch {
      await removeBelow(this.root, basename(this.job));
      mkdirSync(this.job);
    }
  }

  /** User id of the process, which owns the directory. The node's own id while the directory does not exist. */
  get uid(): number {
    const own = process.getuid?.() ?? 0;
    try {
      return lstatSync(this.job, { throwIfNoEntry: false })?.uid ?? own;
    } catch {
      return own;
    }
  }

  /** Returns the sizes of files of the process in bytes; undefined for one that does not exist or is not shown. */
  async sizesInJob(paths: readonly string[]): Promise<readonly (number | undefined)[]> {
    const sizes = ConfinedFolder.with(this.job, (job) =>
      Promise.all(paths.map((path) => sizeInside(job, path))),
    );
    return (await sizes.catch(() => undefined)) ?? [];
  }

  /** Appends a line of the node to `stderr`. Errors are ignored because the file belongs to the job. */
  async note(text: string): Promise<void> {
    const written = ConfinedFolder.with(this.job, async (job) => {
      const file = await job.file('stderr', constants.O_WRONLY | constants.O_APPEND);
      await closing(file, (stderr) => stderr.writeFile(`portolan: ${text}\n`));
    });
    // The disk is full, or the folder cannot be opened any more.
    await written.catch(() => undefined);
  }

  /** Forgets the launch, but keeps its output, and if `uncovered` the values of secrets, which withhold it. */
  async forget(uncovered = false): Promise<void> {
    await removeBelow(this.root, basename(this.secrets));
    const files = uncovered ? await readdir(this.control) : [];
    for (const name of files) if (name !== SECRET_VALUES) await removeBelow(this.control, name);
    if (!uncovered) await removeBelow(this.root, basename(this.control));
    await rmdir(this.root).catch(ignoreKept);
  }
}

async function sizeInside(job: ConfinedFolder, path: string): Promise<number | undefined> {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const stats = job.inside(folders, (folder) => folder.stat(name));
  return (await stats.catch(() => undefined))?.size;
}

function ignoreKept(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

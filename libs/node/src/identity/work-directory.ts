import { randomUUID } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseJson, readIfThere, replaceFile } from '../file-system/atomic-file';
import { makeFolder } from '../file-system/make-folder';
import { isAlive, readBootId, readProcess, type ProcessIdentity } from '../process/process-table';

const CORDONED = 'cordoned';

/** The directory with all files of a node, exclusive to one process. */
export class WorkDirectory {
  readonly path: string;
  private readonly lock: string;
  private locked = false;

  constructor(path: string) {
    this.path = resolve(path);
    this.lock = join(this.path, 'node.lock');
  }

  /** @throws Error while another process uses the directory */
  async open(): Promise<void> {
    await makeFolder(join(this.path, 'leases'));
    for (let attempt = 0; ; attempt++) {
      try {
        await writeFile(this.lock, JSON.stringify(ownIdentity()), { flag: 'wx' });
        this.locked = true;
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 0) throw error;
        await this.removeStaleLock();
      }
    }
  }

  async close(): Promise<void> {
    if (this.locked) await rm(this.lock, { force: true });
    this.locked = false;
  }

  /** Lets users of launches pass through to their own directories without listing others. */
  async letOthersThrough(launches: string): Promise<void> {
    for (const path of [this.path, launches]) await chmod(path, 0o711);
  }

  async nodeId(): Promise<string> {
    const file = join(this.path, 'node-id');
    const known = (await readIfThere(file))?.trim();
    if (known) return known;
    const id = randomUUID();
    await replaceFile(file, `${id}\n`);
    return id;
  }

  /** Returns the file whose text changes with every renewal of the lease with one owner. */
  leaseFile(owner: string): string {
    return join(this.path, 'leases', owner);
  }

  /** Records whether the node takes launches; the record outlives the process. */
  async setCordoned(cordoned: boolean): Promise<void> {
    if (cordoned) await writeFile(join(this.path, CORDONED), '');
    else await rm(join(this.path, CORDONED), { force: true });
  }

  async isCordoned(): Promise<boolean> {
    return (await readIfThere(join(this.path, CORDONED))) !== undefined;
  }

  private async removeStaleLock(): Promise<void> {
    const holder = parseJson<ProcessIdentity>(await readFile(this.lock, 'utf8').catch(() => undefined));
    if (holder && isAlive(holder))
      throw new Error(`NODE_WORK_DIR ${this.path} is in use by process ${holder.pid}`);
    await rm(this.lock, { force: true });
  }
}

const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startTicks: readProcess(process.pid)?.startTicks ?? '',
  bootId: readBootId(),
});

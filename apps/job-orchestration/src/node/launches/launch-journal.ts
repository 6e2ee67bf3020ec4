import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, replaceFile, syncDirectory } from '../atomic-file';
import { LaunchDirectory, SAFE_NAME } from './launch-directory';
import type { LaunchRecord } from './launch-record';

const OFFER = 'offer.json';
const STATE = 'state.json';

type LaunchStateFile = Omit<LaunchRecord, 'offer'>;

/**
 * What this node has taken on, on the disk before it acts: one directory a launch, the offer once, what
 * changes in a small file of its own.
 */
export class LaunchJournal {
  readonly root: string;

  constructor(workDirectory: string) {
    this.root = join(workDirectory, 'launches');
  }

  directory(launchId: string): LaunchDirectory {
    return new LaunchDirectory(this.root, launchId);
  }

  /** Makes the directory of all launches. */
  async open(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  /** Writes a new launch. */
  async create(record: LaunchRecord): Promise<void> {
    const directory = this.directory(record.offer.launchId);
    directory.create();
    await Promise.all([
      replaceFile(directory.inControl(OFFER), JSON.stringify(record.offer)),
      this.save(record),
    ]);
    await syncDirectory(directory.control);
  }

  /** Writes what changes of a launch; whole or not at all. What became of its archive is found out again after a power cut. */
  async save(record: LaunchRecord): Promise<void> {
    const { offer, ...state } = record;
    const path = this.directory(offer.launchId).inControl(STATE);
    await replaceFile(path, JSON.stringify(state), record.archive === undefined);
  }

  /** All launches that are not forgotten. One that can't be read is reported and left alone. */
  async readAll(onUnreadable: (launchId: string, error: unknown) => void): Promise<LaunchRecord[]> {
    const records: LaunchRecord[] = [];
    for (const name of await readdir(this.root)) {
      if (!SAFE_NAME.test(name)) continue;
      try {
        const record = await this.read(name);
        if (record) records.push(record);
      } catch (error) {
        onUnreadable(name, error);
      }
    }
    return records;
  }

  private async read(launchId: string): Promise<LaunchRecord | undefined> {
    const directory = this.directory(launchId);
    const [offer, state] = await Promise.all(
      [OFFER, STATE].map((name) => readIfThere(directory.inControl(name))),
    );
    if (offer === undefined || state === undefined) return undefined;
    return {
      offer: JSON.parse(offer) as LaunchRecord['offer'],
      ...(JSON.parse(state) as LaunchStateFile),
    };
  }
}

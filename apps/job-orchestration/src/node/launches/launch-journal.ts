import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFile, readIfThere, replaceFile, syncDirectory } from '../atomic-file';
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

  /**
   * Writes a new launch: the next process of this node will find it from now on, also when this one is killed.
   *
   * @returns fulfilled when a power cut can't take it away any more; nothing may be started before
   * @throws Error when it can't be written
   */
  create(record: LaunchRecord): Promise<void> {
    const { offer, ...state } = record;
    const directory = this.directory(offer.launchId);
    directory.create();
    const files = [
      makeFile(directory.inControl(OFFER), JSON.stringify(offer)),
      makeFile(directory.inControl(STATE), JSON.stringify(state)),
    ];
    return Promise.all([...files, syncDirectory(directory.control)]).then(() => undefined);
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

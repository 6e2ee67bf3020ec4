import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFile, readIfThere, replaceFile, syncDirectory } from '../file-system/atomic-file';
import { LaunchDirectory, SAFE_NAME } from '../launch-directory/launch-directory';
import type { LaunchRecord } from './launch-record';

const OFFER = 'offer.json';
const STATE = 'state.json';

type LaunchStateFile = Omit<LaunchRecord, 'offer'>;

/** The launches of this node on disk, written before it acts: the offer once, the state in a small file. */
export class LaunchJournal {
  readonly root: string;

  constructor(workDirectory: string) {
    this.root = join(workDirectory, 'launches');
  }

  directory(launchId: string): LaunchDirectory {
    return new LaunchDirectory(this.root, launchId);
  }

  async open(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  /** Writes a new launch at once. @returns fulfilled when the record survives a power cut; no start before */
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

  /** Writes the changing state of a launch atomically. An archive outcome lost in a power cut is determined again. */
  async save(record: LaunchRecord): Promise<void> {
    const { offer, ...state } = record;
    const path = this.directory(offer.launchId).inControl(STATE);
    await replaceFile(path, JSON.stringify(state), record.archive === undefined);
  }

  /** Reports whether an entry of {@link root} is the directory of a launch that is not forgotten. */
  async has(name: string): Promise<boolean> {
    const control = join(this.root, name, 'control');
    const files = [OFFER, STATE].map((file) => stat(join(control, file)).catch(() => undefined));
    return (await Promise.all(files)).some((file) => file !== undefined);
  }

  /** Reads all launches that are not forgotten. An unreadable one is reported and skipped. */
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

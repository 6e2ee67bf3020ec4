import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, notFound, unavailable } from '@portolan/service';
import { unlessAborted } from '../downloads/unless-aborted';
import { isOutputFile } from '../launch-directory/launch-directory';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { GrowingDiskFile } from './growing-disk-file';
import { LaunchFilesService, identityOf, type OpenLaunchFile } from './launch-files.service';
import { pour, SharedTail, type Receiver } from './shared-tail';

/** Interval of the checks for a file that does not exist yet, ms. */
const LOOK_MS = 100;

export interface FollowedFile {
  launchId: string;
  path: string;
  /** As in `FoundFile`; undefined: any file. */
  identity?: string | undefined;
}

/** An open file and its readers. */
interface Followed {
  key: string;
  file: GrowingDiskFile;
  tail: SharedTail;
  users: number;
}

/** Follows the files of launches: each file is opened once and its end is read once for all followers. */
@Injectable()
export class FollowedFilesService {
  private readonly known = new Map<string, Followed>();
  /** Pending checks for files that do not exist yet. */
  private readonly searches = new Map<string, Promise<boolean>>();

  constructor(
    private readonly files: LaunchFilesService,
    private readonly launches: NodeLaunchesService,
  ) {}

  /**
   * Opens a file to follow it. `stdout` and `stderr` may be opened before they exist.
   *
   * @param onlyPresent sends only the current content, nothing appended later
   * @returns a function that must be called once. It gives the file from the receiver's position on, until the launch has ended;
   *   nothing of a file that does not exist. A file that is replaced is given as it was; of one that was truncated, bytes before
   *   the position are not given again. It throws the errors of the file and of the receiver.
   * @throws ServiceError: notFound for any other file that does not exist and for a folder; wrongState when another file has
   *   taken the place of the one with that identity; unavailable while the launch is not recovered
   */
  async open(file: FollowedFile, onlyPresent = false): Promise<(receiver: Receiver) => Promise<void>> {
    const isAwaited =
      file.identity === undefined && isOutputFile(file.path) && !(await this.isOver(file.launchId));
    const opened = await this.take(file);
    if (!opened && !isAwaited) throw notFound(`launch ${file.launchId} has no file ${file.path}`);
    return async (receiver) => {
      const followed = opened ?? (onlyPresent ? undefined : await this.awaited(file, receiver.signal));
      if (followed) await this.give(followed, receiver, onlyPresent);
    };
  }

  private async give(followed: Followed, receiver: Receiver, onlyPresent: boolean): Promise<void> {
    const { file, tail } = followed;
    try {
      if (onlyPresent) await pour(file.present(receiver.position, receiver.signal), receiver);
      else await tail.serve(receiver);
    } finally {
      followed.users -= 1;
      if (followed.users === 0) {
        this.known.delete(followed.key);
        await followed.file.close();
      }
    }
  }

  /** @returns undefined when the launch has ended without the file */
  private async awaited(file: FollowedFile, signal: AbortSignal): Promise<Followed | undefined> {
    const key = keyOf(file);
    for (;;) {
      const search = this.searches.get(key) ?? this.search(file);
      this.searches.set(key, search);
      if (!(await unlessAborted(search, signal))) return undefined;
      const followed = await this.take(file);
      if (followed) return followed;
    }
  }

  /** Counts a follower of an open file, and opens the file if necessary. @returns undefined when the file does not exist */
  private async take(file: FollowedFile): Promise<Followed | undefined> {
    const known = this.use(file);
    if (known) return known;
    const opened = await this.find(file);
    if (!opened) return undefined;
    const { handle, patterns } = opened;
    try {
      const identity = identityOf(await handle.stat());
      if (file.identity !== undefined && file.identity !== identity)
        throw new ServiceError(ErrorKind.WrongState, `${file.path} was replaced by another file`);
      const same = this.use({ ...file, identity });
      if (same) await handle.close();
      return same ?? this.keep({ ...file, identity }, handle, patterns);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private use(file: FollowedFile): Followed | undefined {
    const known = this.known.get(keyOf(file));
    if (known) known.users += 1;
    return known;
  }

  private keep(file: FollowedFile, handle: FileHandle, patterns: readonly Buffer[]): Followed {
    const growing = new GrowingDiskFile(handle, patterns, () => this.isOver(file.launchId));
    const followed = { key: keyOf(file), file: growing, tail: new SharedTail(growing), users: 1 };
    this.known.set(followed.key, followed);
    return followed;
  }

  /** @returns whether the file has appeared; false when the launch has ended without it */
  private async search(file: FollowedFile): Promise<boolean> {
    try {
      for (;;) {
        const isOver = await this.isOver(file.launchId);
        const opened = await this.find(file);
        await opened?.handle.close();
        if (opened || isOver) return opened !== undefined;
        await delay(LOOK_MS, undefined, { ref: false });
      }
    } finally {
      this.searches.delete(keyOf(file));
    }
  }

  private async find({ launchId, path }: FollowedFile): Promise<OpenLaunchFile | undefined> {
    try {
      return await this.files.openFile(launchId, path);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === ErrorKind.NotFound) return undefined;
      throw error;
    }
  }

  private async isOver(launchId: string): Promise<boolean> {
    const record = this.launches.find(launchId);
    if (record) return record.end !== undefined;
    if (await this.launches.isUnrecovered(launchId))
      throw unavailable(`launch ${launchId} is not recovered yet`);
    return true;
  }
}

const keyOf = ({ launchId, path, identity = '' }: FollowedFile): string =>
  [launchId, identity, path].join('/');

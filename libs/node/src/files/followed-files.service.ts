import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, unavailable } from '@portolan/service';
import { unlessAborted } from '../downloads/unless-aborted';
import { isOutputFile } from '../launch-directory/launch-directory';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { GrowingDiskFile } from './growing-disk-file';
import { LaunchFilesService, identityOf, type OpenLaunchFile } from './launch-files.service';
import { pour, type Receiver } from './receiver';
import { SharedTail } from './shared-tail';

/** Pause between two searches for a file that is awaited, ms. */
const LOOK_MS = 100;

/** A file to follow. */
export interface FollowedFile {
  launchId: string;
  path: string;
  /** As of `FoundFile`; undefined: whatever file is there. */
  identity: string | undefined;
}

/** An open file and its readers. */
interface Followed {
  key: string;
  file: GrowingDiskFile;
  tail: SharedTail;
  users: number;
}

/** Follows the files of launches: each file is open once, and its end is read once, for all that follow it. */
@Injectable()
export class FollowedFilesService {
  private readonly open = new Map<string, Followed>();
  /** Searches for files that do not exist yet, by launch and path. */
  private readonly searches = new Map<string, Promise<boolean>>();

  constructor(
    private readonly files: LaunchFilesService,
    private readonly launches: NodeLaunchesService,
  ) {}

  /**
   * Checks that a file can be followed. `stdout` and `stderr` may be followed before they exist.
   *
   * @throws ServiceError: notFound for any other file that does not exist and for a folder; wrongState when another file has
   * taken the place of the one with that identity; unavailable while the launch is not recovered
   */
  async check({ launchId, path, identity }: FollowedFile): Promise<void> {
    if (this.open.has(keyOf(launchId, path, identity))) return;
    if (identity === undefined && isOutputFile(path) && !(await this.isOver(launchId))) return;
    const found = await this.files.open(launchId, path, { onlyHead: true, conditions: {} });
    if (found.kind === 'folder') throw new ServiceError(ErrorKind.NotFound, `${path} is a folder`);
    if (identity !== undefined && found.identity !== identity) throw replaced(path);
  }

  /**
   * Gives a file from the receiver's position on, until its launch has ended; nothing of a file that does not exist. A file
   * that is replaced is followed as it was; of one that was truncated, bytes before the position are not given again.
   *
   * @throws ServiceError wrongState when another file has taken the place of the one with that identity; the errors of the file
   * and of the receiver
   */
  async follow({ launchId, path, identity }: FollowedFile, receiver: Receiver): Promise<void> {
    const followed = await this.take(launchId, path, identity, receiver.signal);
    if (!followed) return;
    try {
      await pour(followed.file.present(receiver.position, receiver.signal), receiver);
      await followed.tail.serve(receiver);
    } finally {
      followed.users -= 1;
      if (followed.users === 0) {
        this.open.delete(followed.key);
        await followed.file.close();
      }
    }
  }

  /** @returns undefined when the launch has ended without the file */
  private async take(
    launchId: string,
    path: string,
    identity: string | undefined,
    signal: AbortSignal,
  ): Promise<Followed | undefined> {
    for (;;) {
      const known = this.open.get(keyOf(launchId, path, identity));
      if (known) {
        known.users += 1;
        return known;
      }
      const opened = await this.find(launchId, path);
      if (opened) return this.share(launchId, path, identity, opened);
      const key = `${launchId}/${path}`;
      const search = this.searches.get(key) ?? this.search(launchId, path);
      this.searches.set(key, search);
      if (!(await unlessAborted(search, signal))) return undefined;
    }
  }

  private async share(
    launchId: string,
    path: string,
    wanted: string | undefined,
    { handle, patterns }: OpenLaunchFile,
  ): Promise<Followed> {
    try {
      const identity = identityOf(await handle.stat());
      if (wanted !== undefined && wanted !== identity) throw replaced(path);
      const key = keyOf(launchId, path, identity);
      const known = this.open.get(key);
      if (known) {
        known.users += 1;
        await handle.close();
        return known;
      }
      const file = new GrowingDiskFile(handle, patterns, () => this.isOver(launchId));
      const followed = { key, file, tail: new SharedTail(file), users: 1 };
      this.open.set(key, followed);
      return followed;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** @returns whether the file has appeared; false when the launch has ended without it */
  private async search(launchId: string, path: string): Promise<boolean> {
    try {
      for (;;) {
        const isOver = await this.isOver(launchId);
        const opened = await this.find(launchId, path);
        await opened?.handle.close();
        if (opened || isOver) return opened !== undefined;
        await delay(LOOK_MS, undefined, { ref: false });
      }
    } finally {
      this.searches.delete(`${launchId}/${path}`);
    }
  }

  private async find(launchId: string, path: string): Promise<OpenLaunchFile | undefined> {
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

const keyOf = (launchId: string, path: string, identity = ''): string => [launchId, identity, path].join('/');

const replaced = (path: string): ServiceError =>
  new ServiceError(ErrorKind.WrongState, `another file has taken the place of ${path}`);

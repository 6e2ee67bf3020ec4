import { constants, type ReadStream } from 'node:fs';
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import { ErrorKind, ServiceError } from '@portolan/service';
import { isAbsent } from '../atomic-file';
import { SAFE_NAME } from '../launches/launch-directory';
import { NodeLaunches } from '../launches/node-launches.service';
import { segmentsInside } from '../preparation/inside';
import { parseRange, type ByteRange } from './byte-range';

/** An open file of a launch. Whoever gets it reads `body` or calls `close`. */
export interface OpenFile {
  kind: 'file';
  size: number;
  /** ms since the epoch */
  lastModified: number;
  /** Undefined: all of it. */
  range: ByteRange | undefined;
  body(): ReadStream;
  close(): Promise<void>;
}

/** What a path of a launch leads to: bytes or a folder. */
export type Opened = OpenFile | { kind: 'folder'; folder: LaunchFolder };

/** Shows what launches have in their directories, and nothing else of this machine. */
@Injectable()
export class LaunchFilesService {
  constructor(private readonly launches: NodeLaunches) {}

  /**
   * Opens what is at `path` (decoded, relative; empty for the directory itself).
   *
   * @throws ServiceError not found, or range not satisfiable
   */
  async open(launchId: string, path: string, rangeHeader: string | undefined): Promise<Opened> {
    const segments = path === '' ? [] : segmentsInside(path);
    if (!SAFE_NAME.test(launchId) || !segments) throw this.absent(launchId, path);
    try {
      const root = await realpath(this.launches.journal.directory(launchId).job);
      const file = await open(join(root, ...segments), constants.O_RDONLY | constants.O_NONBLOCK);
      return await this.describe(file, root, rangeHeader);
    } catch (error) {
      if (isAbsent(error) || isRefused(error)) throw this.absent(launchId, path);
      throw error;
    }
  }

  /** The file is looked at after it was opened: what a link led to then can't be changed any more. */
  private async describe(file: FileHandle, root: string, rangeHeader: string | undefined): Promise<Opened> {
    let kept = false;
    try {
      const real = await realpath(`/proc/self/fd/${file.fd}`);
      const info = await file.stat();
      if (real !== root && !real.startsWith(root + sep)) throw outside();
      if (info.isDirectory()) return { kind: 'folder', folder: await list(real) };
      if (!info.isFile()) throw outside();
      const range = parseRange(rangeHeader, info.size);
      if (range === 'unsatisfiable') throw unsatisfiable(info.size);
      kept = true;
      const part = range ?? { start: 0, end: Math.max(0, info.size - 1) };
      return {
        kind: 'file',
        size: info.size,
        lastModified: Math.floor(info.mtimeMs),
        range,
        body: () => file.createReadStream({ ...part, autoClose: true }),
        close: () => file.close(),
      };
    } finally {
      if (!kept) await file.close();
    }
  }

  private absent(launchId: string, path: string): ServiceError {
    return new ServiceError(ErrorKind.NotFound, `launch ${launchId} has no file ${path}`);
  }
}

async function list(folder: string): Promise<LaunchFolder> {
  const directories: LaunchFileEntry[] = [];
  const files: LaunchFileEntry[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const info = await lstat(join(folder, name)).catch(() => undefined);
    const lastModified = Math.floor(info?.mtimeMs ?? 0);
    if (info?.isDirectory()) directories.push({ name: `${name}/`, size: 0, lastModified });
    else if (info?.isFile()) files.push({ name, size: info.size, lastModified });
  }
  return { directories, files };
}

const outside = (): NodeJS.ErrnoException =>
  Object.assign(new Error('outside the directory'), { code: 'EACCES' });

const isRefused = (error: unknown): boolean =>
  ['EACCES', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');

const unsatisfiable = (size: number): ServiceError =>
  new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file', {
    headers: { 'Content-Range': `bytes */${size}` },
  });

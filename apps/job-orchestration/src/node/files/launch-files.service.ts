import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import { ErrorKind, ServiceError } from '@portolan/service';
import type { FoundFile, FoundOutput, OutputRequest } from '../../output/found-output';
import { isAbsent } from '../atomic-file';
import { SAFE_NAME } from '../launches/launch-directory';
import { NodeLaunches } from '../launches/node-launches.service';
import { segmentsInside } from '../preparation/inside';
import { isCovered } from '../secrets/cover-file';
import { maskedIn } from '../secrets/launch-secrets';
import { reachOf } from '../secrets/mask';
import { MaskingStream } from '../secrets/masking-stream';
import type { ByteRange } from './byte-range';
import { fileAnswer } from './file-answer';
import { isClosedFolder, isHiddenFolder, isShown } from './shown-folders';

/** Bytes read at a time: large enough that a transfer is not slowed down by single reads. */
const READ_BYTES = 512 * 1024;

/** Shows what launches have in their directories, and nothing else of this machine. */
@Injectable()
export class LaunchFilesService {
  constructor(private readonly launches: NodeLaunches) {}

  /**
   * Opens what is at `path` (decoded, relative; empty for the directory itself).
   *
   * @throws ServiceError: notFound, rangeNotSatisfiable, constraint (not the version asked for)
   */
  async open(launchId: string, path: string, request: OutputRequest): Promise<FoundOutput> {
    const segments = path === '' ? [] : segmentsInside(path);
    if (!SAFE_NAME.test(launchId) || !segments) throw absent(launchId, path);
    try {
      const root = await realpath(this.launches.journal.directory(launchId).job);
      const file = await open(join(root, ...segments), constants.O_RDONLY | constants.O_NONBLOCK);
      return await this.describe(launchId, file, root, request);
    } catch (error) {
      if (isAbsent(error) || isRefused(error)) throw absent(launchId, path);
      throw error;
    }
  }

  /** The file is looked at after it was opened: what a link led to then can't be changed any more. */
  private async describe(
    launchId: string,
    file: FileHandle,
    root: string,
    request: OutputRequest,
  ): Promise<FoundOutput> {
    let kept = false;
    try {
      const real = await realpath(`/proc/self/fd/${file.fd}`);
      const info = await file.stat();
      if (real !== root && !real.startsWith(root + sep)) throw outside();
      const inside = real.slice(root.length + 1);
      if (!isShown(inside, info.isDirectory())) throw outside();
      if (info.isDirectory())
        return { kind: 'folder', folder: await list(`/proc/self/fd/${file.fd}`, inside) };
      if (!info.isFile()) throw outside();
      const facts = { size: info.size, lastModified: Math.floor(info.mtimeMs) };
      const { part, ...answer } = fileAnswer(request.conditions, facts);
      const found: FoundFile = { kind: 'file', ...answer, body: undefined };
      if (!part || request.onlyHead) return found;
      const patterns = await this.maskedIn(launchId, inside);
      found.body = read(file, part, info.size, patterns);
      kept = true;
      return found;
    } finally {
      if (!kept) await file.close();
    }
  }

  /** Secrets are covered on the way out while a launch runs, and in the file itself when it is over. */
  private async maskedIn(launchId: string, path: string): Promise<Buffer[]> {
    const record = this.launches.find(launchId);
    if (!record || record.end || (record.offer.secrets ?? []).length === 0 || !isCovered(path)) return [];
    return maskedIn(this.launches.journal.directory(launchId));
  }
}

function read(file: FileHandle, part: ByteRange, size: number, patterns: readonly Buffer[]): Readable {
  const options = { autoClose: true, highWaterMark: READ_BYTES };
  if (patterns.length === 0) return file.createReadStream({ ...part, ...options });
  const reach = reachOf(patterns);
  const from = Math.max(0, part.start - reach);
  const source = file.createReadStream({
    start: from,
    end: Math.min(size - 1, part.end + reach),
    ...options,
  });
  return pipeline(source, new MaskingStream(patterns, { from, ...part, growing: true }), () => undefined);
}

const absent = (launchId: string, path: string): ServiceError =>
  new ServiceError(ErrorKind.NotFound, `launch ${launchId} has no file ${path}`);

async function list(folder: string, path: string): Promise<LaunchFolder> {
  const directories: LaunchFileEntry[] = [];
  const files: LaunchFileEntry[] = [];
  const names = isClosedFolder(path) ? [] : await readdir(folder);
  for (const name of names.sort()) {
    const info = await lstat(join(folder, name)).catch(() => undefined);
    const lastModified = Math.floor(info?.mtimeMs ?? 0);
    if (info?.isDirectory()) {
      if (!isHiddenFolder(name)) directories.push({ name: `${name}/`, size: 0, lastModified });
    } else if (info?.isFile()) files.push({ name, size: info.size, lastModified });
  }
  return { directories, files };
}

const outside = (): NodeJS.ErrnoException =>
  Object.assign(new Error('outside the directory'), { code: 'EACCES' });

const isRefused = (error: unknown): boolean =>
  ['EACCES', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');

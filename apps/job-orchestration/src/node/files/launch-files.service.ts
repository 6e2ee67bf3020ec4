import type { FileHandle } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import { ErrorKind, ServiceError } from '@portolan/service';
import type { FoundFile, FoundOutput, OutputRequest } from '../../output/found-output';
import { SAFE_NAME } from '../launches/launch-directory';
import { NodeLaunches } from '../launches/node-launches.service';
import { OpenFolder } from '../open-folder';
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
/** Entries of one folder that are listed; jobs that have more files are ended soon. */
const LISTED = 100_000;

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
    const { job } = this.launches.journal.directory(launchId);
    const found = await OpenFolder.with(job, (folder) =>
      this.find(launchId, folder, segments, request),
    ).catch(undefinedIfRefused);
    if (!found) throw absent(launchId, path);
    return found;
  }

  private async find(
    launchId: string,
    job: OpenFolder,
    segments: readonly string[],
    request: OutputRequest,
  ): Promise<FoundOutput | undefined> {
    const path = segments.join('/');
    const name = segments.at(-1);
    const found = await job.inside(segments.slice(0, -1), async (folder) => {
      if (name === undefined) return { isFolder: true };
      const info = await folder.stat(name);
      if (!info || !isShown(path, info.isDirectory())) return undefined;
      return info.isDirectory() ? { isFolder: true } : { file: await folder.file(name) };
    });
    if (found?.file) return this.describe(launchId, path, found.file, request);
    if (!found?.isFolder) return undefined;
    return job.inside(segments, async (folder) => ({ kind: 'folder', folder: await list(folder, path) }));
  }

  private async describe(
    launchId: string,
    path: string,
    file: FileHandle,
    request: OutputRequest,
  ): Promise<FoundFile> {
    let kept = false;
    try {
      const info = await file.stat();
      const facts = { size: info.size, lastModified: Math.floor(info.mtimeMs) };
      const { part, ...answer } = fileAnswer(request.conditions, facts);
      const found: FoundFile = { kind: 'file', ...answer, body: undefined };
      if (!part || request.onlyHead) return found;
      const patterns = await this.maskedIn(launchId, path);
      found.body = read(file, part, info.size, patterns);
      kept = true;
      return found;
    } finally {
      if (!kept) await file.close();
    }
  }

  /** Secrets are covered on the way out while a launch runs, and in the file itself when it is over; then no values are kept. */
  private async maskedIn(launchId: string, path: string): Promise<Buffer[]> {
    const record = this.launches.find(launchId);
    if (!record || (record.offer.secrets ?? []).length === 0 || !isCovered(path)) return [];
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

/** Links and special files are left out, as in archives. */
async function list(folder: OpenFolder, path: string): Promise<LaunchFolder> {
  const directories: LaunchFileEntry[] = [];
  const files: LaunchFileEntry[] = [];
  if (isClosedFolder(path)) return { directories, files };
  for await (const { name } of folder.entries()) {
    const info = await folder.stat(name);
    if (!info || !folder.isReadable(info)) continue;
    const lastModified = Math.floor(info.mtimeMs);
    if (info.isDirectory()) {
      if (!isHiddenFolder(name)) directories.push({ name: `${name}/`, size: 0, lastModified });
    } else if (info.isFile()) files.push({ name, size: info.size, lastModified });
    if (directories.length + files.length >= LISTED) break;
  }
  return { directories: directories.sort(byName), files: files.sort(byName) };
}

const byName = (one: LaunchFileEntry, other: LaunchFileEntry): number => (one.name < other.name ? -1 : 1);

function undefinedIfRefused(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
}

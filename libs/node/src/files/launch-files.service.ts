import type { FileHandle } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import { ErrorKind, ServiceError } from '@portolan/service';
import { OpenFolder } from '../file-system/open-folder';
import { segmentsInside } from '../launch-directory/inside';
import { SAFE_NAME } from '../launch-directory/launch-directory';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { isCovered } from '../secrets/cover-file';
import { maskedIn } from '../secrets/launch-secrets';
import { MaskingStream, reachOf } from '../secrets/mask';
import { fileAnswer, modifiedAt, type ByteRange } from './file-answer';
import type { FoundFile, FoundOutput, OutputRequest } from './send-file';
import { isClosedFolder, isHiddenFolder, isShown } from './shown-folders';

/** Bytes per read, large enough to keep transfers fast. */
const READ_BYTES = 512 * 1024;
/** Limit of listed entries; jobs with more files are ended by the file limit. */
const LISTED = 100_000;

/** Serves the directories of launches, and nothing else of this machine. */
@Injectable()
export class LaunchFilesService {
  constructor(private readonly launches: NodeLaunchesService) {}

  /** Opens the entry at a decoded path, empty for the directory. @throws ServiceError notFound, or as {@link fileAnswer} */
  async open(launchId: string, path: string, request: OutputRequest): Promise<FoundOutput> {
    const segments = path === '' ? [] : segmentsInside(path);
    if (!SAFE_NAME.test(launchId) || !segments) throw absent(launchId, path);
    const { job } = this.launches.journal.directory(launchId);
    // Before anything is opened: the file could be withheld and the values forgotten a moment later.
    const patterns = await this.maskedIn(launchId);
    if (!patterns) throw absent(launchId, path);
    const masked = isCovered(path) ? patterns : [];
    const search = OpenFolder.with(job, (folder) => this.find(folder, segments, masked, request));
    const found = await search.catch(undefinedIfRefused);
    if (!found) throw absent(launchId, path);
    return found;
  }

  private async find(
    job: OpenFolder,
    segments: readonly string[],
    masked: readonly Buffer[],
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
    if (found?.file) return this.describe(found.file, masked, request);
    if (!found?.isFolder) return undefined;
    return job.inside(segments, async (folder) => ({ kind: 'folder', folder: await list(folder, path) }));
  }

  private async describe(
    file: FileHandle,
    masked: readonly Buffer[],
    { conditions, onlyHead }: OutputRequest,
  ): Promise<FoundFile> {
    let body: Readable | undefined;
    try {
      const info = await file.stat();
      const { size } = info;
      const { part, ...answer } = fileAnswer(conditions, { size, lastModified: modifiedAt(info) });
      if (part && !onlyHead) body = read(file, part, size, masked);
      return { kind: 'file', ...answer, body };
    } finally {
      if (!body) await file.close();
    }
  }

  /** Values that outlive the launch mean that masking failed. @returns undefined: the files are withheld */
  private async maskedIn(launchId: string): Promise<Buffer[] | undefined> {
    const record = this.launches.find(launchId);
    if (record && (record.offer.secrets ?? []).length === 0) return [];
    const patterns = await maskedIn(this.launches.journal.directory(launchId));
    if (!patterns) return [];
    return record ? patterns : undefined;
  }
}

function read(file: FileHandle, part: ByteRange, size: number, patterns: readonly Buffer[]): Readable {
  const options = { autoClose: true, highWaterMark: READ_BYTES };
  if (patterns.length === 0) return file.createReadStream({ ...part, ...options });
  const reach = reachOf(patterns);
  const from = Math.max(0, part.start - reach);
  const end = Math.min(size - 1, part.end + reach);
  const source = file.createReadStream({ start: from, end, ...options });
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
    const lastModified = modifiedAt(info);
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

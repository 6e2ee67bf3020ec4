import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import { ErrorKind, ServiceError } from '@portolan/service';
import { isShowable } from '../file-system/file-name';
import { ConfinedFolder } from '../file-system/confined-folder';
import { segmentsInside } from '../file-system/path-segments';
import { SAFE_NAME } from '../launch-directory/launch-directory';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { isMasked, maskedIn } from '../secrets/mask-output';
import { maskPart } from '../secrets/mask';
import { fileAnswer, modifiedAt, type ByteRange } from './file-answer';
import { positionOf } from './file-start';
import { readBytes } from './growing-disk-file';
import type { FoundFile, FoundOutput, OutputRequest } from './send-file';
import { isClosedFolder, isHiddenFolder, isShown } from './shown-folders';

/** Bytes per read, large enough to keep transfers fast. */
const READ_BYTES = 512 * 1024;
/** Limit of listed entries; jobs with more files are ended by the file limit. */
const LISTED = 100_000;

/** An open file of a launch, and the values to mask in it. */
export interface OpenLaunchFile {
  handle: FileHandle;
  patterns: readonly Buffer[];
}

/** Serves the directories of launches, and nothing else of this machine. */
@Injectable()
export class LaunchFilesService {
  constructor(private readonly launches: NodeLaunchesService) {}

  /** Opens the entry at a decoded path, empty for the directory. @throws ServiceError notFound, or as {@link fileAnswer} */
  async open(launchId: string, path: string, request: OutputRequest): Promise<FoundOutput> {
    const patterns = await this.maskedIn(launchId, path);
    const found = await this.inside<FoundOutput>(launchId, path, async (job, segments) => {
      const file = await entryOf(job, segments);
      if (file === undefined) return undefined;
      if (file !== 'folder') return describe(file, patterns, request);
      return job.inside(segments, async (folder) => ({ kind: 'folder', folder: await list(folder, path) }));
    });
    if (!found) throw absent(launchId, path);
    return found;
  }

  /**
   * Opens the file at a decoded path to read it as it grows. Output that may contain secrets does not exist before these
   * are known. The receiver closes it.
   *
   * @throws ServiceError notFound
   */
  async openFile(launchId: string, path: string): Promise<OpenLaunchFile> {
    const patterns = await this.maskedIn(launchId, path);
    const record = this.launches.find(launchId);
    const mayHaveSecrets = record && !record.end && (record.offer.secrets ?? []).length > 0;
    if (mayHaveSecrets && !(await maskedIn(this.launches.journal.directory(launchId))))
      throw absent(launchId, path);
    const handle = await this.inside(launchId, path, entryOf);
    if (handle === undefined || handle === 'folder') throw absent(launchId, path);
    return { handle, patterns };
  }

  /** @returns undefined when the path is not inside the directory, or may not be opened */
  private async inside<R>(
    launchId: string,
    path: string,
    work: (job: ConfinedFolder, segments: readonly string[]) => Promise<R | undefined>,
  ): Promise<R | undefined> {
    const segments = path === '' ? [] : segmentsInside(path);
    if (!segments) return undefined;
    const { job } = this.launches.journal.directory(launchId);
    return ConfinedFolder.with(job, (folder) => work(folder, segments)).catch(undefinedIfRefused);
  }

  /**
   * Returns the values to mask in a file. Called before the file is opened: it could be withheld and the values forgotten a
   * moment later. @throws ServiceError notFound when the files are withheld: values that outlive the launch mean that masking failed
   */
  private async maskedIn(launchId: string, path: string): Promise<Buffer[]> {
    if (!SAFE_NAME.test(launchId)) throw absent(launchId, path);
    const record = this.launches.find(launchId);
    if (record && (record.offer.secrets ?? []).length === 0) return [];
    const patterns = await maskedIn(this.launches.journal.directory(launchId));
    if (!patterns) return [];
    if (!record) throw absent(launchId, path);
    return isMasked(path) ? patterns : [];
  }
}

/** Returns the open file at a path; undefined when the path shows no file. */
function entryOf(
  job: ConfinedFolder,
  segments: readonly string[],
): Promise<FileHandle | 'folder' | undefined> {
  const name = segments.at(-1);
  return job.inside(segments.slice(0, -1), async (folder) => {
    if (name === undefined) return 'folder';
    const info = await folder.stat(name);
    if (!info || !isShown(segments.join('/'), info.isDirectory())) return undefined;
    return info.isDirectory() ? 'folder' : folder.file(name);
  });
}

/** Returns the identity of an open file, which distinguishes it from every other file of the same name. */
export const identityOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}-${ino}`;

async function describe(
  file: FileHandle,
  masked: readonly Buffer[],
  { conditions, onlyHead, start }: OutputRequest,
): Promise<FoundFile> {
  let body: Readable | undefined;
  try {
    const info = await file.stat();
    const { size } = info;
    const position = start && (await positionOf(start, size, (from, to) => readBytes(file, from, to)));
    const facts = { size, lastModified: modifiedAt(info) };
    const { part, ...answer } = fileAnswer(conditions, facts, position);
    if (part && !onlyHead) body = read(file, part, size, masked);
    return { kind: 'file', ...answer, body, identity: identityOf(info) };
  } finally {
    if (!body) await file.close();
  }
}

function read(file: FileHandle, part: ByteRange, size: number, patterns: readonly Buffer[]): Readable {
  if (patterns.length === 0) return file.createReadStream({ ...part, highWaterMark: READ_BYTES });
  const masked = Readable.from(maskedPieces(file, part, size, patterns), { objectMode: false });
  // A generator that was not begun ends without its `finally`.
  return masked.once('close', () => void file.close().catch(() => undefined));
}

/** The length of the part stays: what may be the beginning of a value at the end of the file is masked, too. */
async function* maskedPieces(
  file: FileHandle,
  { start, end }: ByteRange,
  size: number,
  patterns: readonly Buffer[],
): AsyncGenerator<Buffer, void> {
  for (let from = start; from <= end;) {
    const part = { from, to: Math.min(end + 1, from + READ_BYTES), size, unfinished: 'mask' } as const;
    const bytes = await maskPart(patterns, part, (first, last) => readBytes(file, first, last));
    if (bytes.length === 0) return;
    yield bytes;
    from += bytes.length;
  }
}

const absent = (launchId: string, path: string): ServiceError =>
  new ServiceError(ErrorKind.NotFound, `launch ${launchId} has no file ${path}`);

/** Lists a folder without links and special files, as archives do. */
async function list(folder: ConfinedFolder, path: string): Promise<LaunchFolder> {
  const directories: LaunchFileEntry[] = [];
  const files: LaunchFileEntry[] = [];
  if (isClosedFolder(path)) return { directories, files };
  const names: string[] = [];
  for await (const { name } of folder.entries()) {
    if (names.length >= LISTED) break;
    if (isShowable(name)) names.push(name);
  }
  for await (const { name, info } of folder.stats(names)) {
    if (!folder.isReadable(info)) continue;
    const lastModified = modifiedAt(info);
    if (info.isDirectory()) {
      if (!isHiddenFolder(name)) directories.push({ name: `${name}/`, size: 0, lastModified });
    } else if (info.isFile()) files.push({ name, size: info.size, lastModified });
  }
  return { directories: directories.sort(byName), files: files.sort(byName) };
}

const byName = (one: LaunchFileEntry, other: LaunchFileEntry): number => (one.name < other.name ? -1 : 1);

function undefinedIfRefused(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
}

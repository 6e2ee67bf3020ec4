import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { attachmentName } from './attachment-name';

/** The attachments of one job. */
export interface Attachments {
  /** Where they are in the store. */
  folder: string;
  /** `size` in bytes. */
  files: { name: string; size: number }[];
}

/** Attachments as they are found on the disk. */
export interface StoredFolder {
  folder: string;
  /** The job that they were stored for, as far as it was noted. */
  jobId: string | undefined;
}

const MEGABYTE = 2 ** 20;
/** Ending of the note beside a folder that tells its job. */
const NOTE = '.job';
const FOLDER = /^[0-9a-f-]{36}$/;

/** Attachments on the disk: one folder a job, in a place that all replicas of the API share. */
@Injectable()
export class AttachmentStore {
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** A new, empty set. */
  async create(): Promise<Attachments> {
    const folder = randomUUID();
    await mkdir(this.path(folder), { recursive: true });
    return { folder, files: [] };
  }

  /**
   * Streams one more attachment to the disk.
   *
   * @throws ServiceError: malformed for a name that is none or comes twice, tooLarge over a limit
   */
  async add(attachments: Attachments, givenName: string | undefined, source: Readable): Promise<void> {
    const name = attachmentName(givenName);
    const { files, folder } = attachments;
    if (files.some((file) => file.name === name)) {
      throw new ServiceError(ErrorKind.Malformed, `two attachments are called ${name}`);
    }
    if (files.length >= this.config.ATTACHMENTS_LIMIT) {
      throw tooLarge(`a job takes ${this.config.ATTACHMENTS_LIMIT} attachments at the most`);
    }
    const file = { name, size: 0 };
    files.push(file);
    const before = totalSize(attachments);
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        file.size += chunk.length;
        done(this.excess(name, file.size, before + file.size), chunk);
      },
    });
    await pipeline(source, counter, createWriteStream(join(this.path(folder), name), { flags: 'wx' }));
  }

  /**
   * Notes which job they are for, before that is stored: so what a crash leaves over can be told from what a job has.
   */
  async note(folder: string, jobId: string): Promise<void> {
    await writeFile(this.path(folder) + NOTE, jobId);
  }

  /**
   * The same attachments once more, for another job; no bytes are copied where the disk can link.
   *
   * @throws ServiceError (wrongState) when they are not kept any more
   */
  async copy({ folder, files }: Attachments): Promise<Attachments> {
    const copy = await this.create();
    try {
      for (const { name, size } of files) {
        const [from, to] = [join(this.path(folder), name), join(this.path(copy.folder), name)];
        await link(from, to).catch(() => copyFile(from, to));
        copy.files.push({ name, size });
      }
      return copy;
    } catch (error) {
      await this.remove(copy);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new ServiceError(ErrorKind.WrongState, 'the attachments of the job are not kept any more');
    }
  }

  /** Folders that were made before that time, ms since the epoch. */
  async *olderThan(time: number): AsyncGenerator<StoredFolder> {
    for (const folder of await readdir(resolve(this.config.ATTACHMENTS_DIR)).catch(() => [])) {
      if (!FOLDER.test(folder)) continue;
      const info = await stat(this.path(folder)).catch(() => undefined);
      if (!info?.isDirectory() || info.mtimeMs >= time) continue;
      const jobId = await readFile(this.path(folder) + NOTE, 'utf8').catch(() => undefined);
      yield { folder, jobId };
    }
  }

  async remove({ folder }: Attachments): Promise<void> {
    await rm(this.path(folder), { recursive: true, force: true });
    await rm(this.path(folder) + NOTE, { force: true });
  }

  /** @throws ServiceError (notFound) */
  async find(folder: string, name: string): Promise<{ path: string; size: number }> {
    if (FOLDER.test(folder)) {
      const path = join(this.path(folder), attachmentName(name));
      const info = await stat(path).catch(() => undefined);
      if (info?.isFile()) return { path, size: info.size };
    }
    throw notFound(`no attachment ${name} in ${folder}`);
  }

  private excess(name: string, size: number, total: number): ServiceError | null {
    const { ATTACHMENT_LIMIT_MB: one, ATTACHMENTS_TOTAL_LIMIT_MB: all } = this.config;
    if (size > one * MEGABYTE) return tooLarge(`the attachment ${name} is larger than ${one} MB`);
    if (total > all * MEGABYTE) return tooLarge(`the attachments are larger than ${all} MB together`);
    return null;
  }

  private path(folder: string): string {
    return join(resolve(this.config.ATTACHMENTS_DIR), folder);
  }
}

/** Bytes of all attachments together. */
export const totalSize = (attachments: Attachments | null): number =>
  (attachments?.files ?? []).reduce((sum, { size }) => sum + size, 0);

/** Path of an attachment below `/internal/` of any replica. */
export const attachmentPath = (folder: string, name: string): string =>
  `attachments/${folder}/${encodeURIComponent(name)}`;

const tooLarge = (message: string): ServiceError => new ServiceError(ErrorKind.TooLarge, message);

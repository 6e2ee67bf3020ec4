import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { makeFolder } from '@portolan/node';
import { ErrorKind, PeriodicTasks, ServiceError, ServiceLogger, notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { attachmentName, totalSize, type Attachments } from './attachments';
import { AttachmentOwnersRepository } from './attachment-owners.repository';

/** An attachment folder on the disk. */
export interface StoredFolder {
  folder: string;
  /** The job of the folder; undefined without a note. */
  jobId: string | undefined;
}

/** Suffix of the note beside a folder that names its job. */
const NOTE = '.job';
/** Other accounts of the machine, under which jobs may run, get no access. */
const FOLDER_MODE = 0o750;
const FOLDER = /^[0-9a-f-]{36}$/;

/** Attachments on the disk: one folder per job, on storage that all replicas of the API share. */
@Injectable()
export class AttachmentStoreService {
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** Maximum number of attachments of a job. */
  get limit(): number {
    return this.config.ATTACHMENTS_LIMIT;
  }

  async create(): Promise<Attachments> {
    const folder = randomUUID();
    await makeFolder(this.path(folder), FOLDER_MODE);
    return { folder, files: [] };
  }

  /**
   * Streams one more attachment to the disk.
   * @throws ServiceError: malformed for an invalid or repeated name, tooLarge over a limit
   */
  async add(attachments: Attachments, givenName: string | undefined, source: Readable): Promise<void> {
    const name = attachmentName(givenName);
    const { files, folder } = attachments;
    if (files.some((file) => file.name === name)) {
      throw new ServiceError(ErrorKind.Malformed, `two attachments are called ${name}`);
    }
    if (files.length >= this.limit) {
      throw tooLarge(`a job takes ${this.limit} attachments at the most`);
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
   * Notes the job of a folder before the job is stored, so that the leftovers of a crash can be told from a job's attachments.
   */
  async note(folder: string, jobId: string): Promise<void> {
    await writeFile(this.path(folder) + NOTE, jobId);
  }

  /**
   * Copies the attachments for another job; where the disk supports links, no bytes are copied.
   * @throws ServiceError (wrongState) when they have been removed
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
      throw new ServiceError(ErrorKind.WrongState, 'the attachments of the job have been removed');
    }
  }

  /** Lists the folders created before a time, ms since the epoch. */
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
    if (size > one * 2 ** 20) return tooLarge(`the attachment ${name} is larger than ${one} MB`);
    if (total > all * 2 ** 20) return tooLarge(`the attachments are larger than ${all} MB together`);
    return null;
  }

  private path(folder: string): string {
    return join(resolve(this.config.ATTACHMENTS_DIR), folder);
  }
}

const tooLarge = (message: string): ServiceError => new ServiceError(ErrorKind.TooLarge, message);

/**
 * Removes attachments without a job: leftovers of a process that crashed between receiving them and storing the job, or
 * between deleting a job and removing its files. Any number of replicas may sweep concurrently.
 */
@Injectable()
export class AttachmentSweepService {
  constructor(
    private readonly store: AttachmentStoreService,
    private readonly owners: AttachmentOwnersRepository,
    config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.ATTACHMENTS_CLEANUP_MS, 'remove attachments without a job', () =>
      this.sweep(Date.now() - config.ATTACHMENTS_ORPHAN_MS),
    );
  }

  private async sweep(before: number): Promise<void> {
    for await (const stored of this.store.olderThan(before)) {
      if (await this.isOwned(stored)) continue;
      await this.store.remove({ folder: stored.folder, files: [] });
      this.logger.info({ folder: stored.folder, jobId: stored.jobId }, 'attachments without a job removed');
    }
  }

  /** A folder without a note is from an earlier version: its owner is searched once and then noted. */
  private async isOwned({ folder, jobId }: StoredFolder): Promise<boolean> {
    if (jobId !== undefined) return this.owners.owns(jobId, folder);
    const owner = await this.owners.ownerOf(folder);
    if (owner !== undefined) await this.store.note(folder, owner);
    return owner !== undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
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

const MEGABYTE = 2 ** 20;
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

  /** The same attachments once more, for another job; no bytes are copied where the disk can link. */
  async copy({ folder, files }: Attachments): Promise<Attachments> {
    const copy = await this.create();
    for (const { name, size } of files) {
      const [from, to] = [join(this.path(folder), name), join(this.path(copy.folder), name)];
      await link(from, to).catch(() => copyFile(from, to));
      copy.files.push({ name, size });
    }
    return copy;
  }

  async remove({ folder }: Attachments): Promise<void> {
    await rm(this.path(folder), { recursive: true, force: true });
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

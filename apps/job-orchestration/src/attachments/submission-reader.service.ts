import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, readJson } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { AttachmentStore, type Attachments } from './attachment-store.service';

/** What a client sent: the job request as it came, and its attachments, stored. */
export interface Submitted {
  body: unknown;
  attachments: Attachments | null;
}

/** 1 MiB: the same as for a JSON body. */
const REQUEST_LIMIT_BYTES = 2 ** 20;

/**
 * Reads a submission, JSON or `multipart/form-data` (job-orchestration-v3, Jobs). In the latter the part
 * `request` may be a field or a file and come anywhere; parts `attachment` go straight to the disk; parts
 * of other names are ignored.
 */
@Injectable()
export class SubmissionReader {
  constructor(private readonly store: AttachmentStore) {}

  /** @throws ServiceError: malformed, tooLarge; nothing stays stored then */
  async read(request: FastifyRequest): Promise<Submitted> {
    if (!request.isMultipart()) return { body: request.body, attachments: null };
    const submitted: Submitted = { body: undefined, attachments: null };
    try {
      for await (const part of request.parts()) {
        // Every part comes as a stream, see acceptMultipart.
        if (part.type === 'file') await this.take(part, submitted);
      }
    } catch (error) {
      await this.discard(submitted);
      // Whoever is still sending reads the answer only when done.
      request.raw.unpipe();
      request.raw.resume();
      throw readable(error);
    }
    if (submitted.body !== undefined) return submitted;
    await this.discard(submitted);
    throw new ServiceError(ErrorKind.Malformed, 'the part `request` is missing');
  }

  /** The attachments of a job for another one. */
  copy(attachments: Attachments): Promise<Attachments> {
    return this.store.copy(attachments);
  }

  /** Notes whose attachments they are; to be called before the job is stored. */
  async assign({ folder }: Attachments, jobId: string): Promise<void> {
    await this.store.note(folder, jobId);
  }

  /** Forgets the attachments of a submission that made no job. */
  async discard({ attachments }: Submitted): Promise<void> {
    if (attachments) await this.store.remove(attachments);
  }

  private async take(
    part: { fieldname: string; filename: string | undefined; file: Readable },
    submitted: Submitted,
  ): Promise<void> {
    const { fieldname, filename, file } = part;
    if (fieldname === 'request') {
      submitted.body = parse(await text(file));
    } else if (fieldname === 'attachment') {
      submitted.attachments ??= await this.store.create();
      await this.store.add(submitted.attachments, filename, file);
    } else {
      file.resume();
    }
  }
}

/** What the parser says of a body that it can't read is a plain error; those of disks and limits carry a code. */
function readable(error: unknown): unknown {
  const isPlain = error instanceof Error && !(error instanceof ServiceError) && !('code' in error);
  return isPlain ? new ServiceError(ErrorKind.Malformed, error.message, { cause: error }) : error;
}

async function text(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > REQUEST_LIMIT_BYTES) {
      throw new ServiceError(ErrorKind.TooLarge, 'the part `request` is larger than 1 MB');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(json: string): unknown {
  try {
    return readJson(json);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(ErrorKind.Malformed, `the part \`request\` is refused: ${error.message}`, {
      cause: error,
    });
  }
}

import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, noteIgnoredField, noteTakenBody, readJson } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { AttachmentStoreService } from '../attachments/attachment-store.service';
import type { Attachments } from '../attachments/attachments';

/** The job request as the client sent it, and its stored attachments. */
export interface ReceivedBody {
  body: unknown;
  attachments: Attachments | null;
}

/** 1 MiB: the same as for a JSON body. */
const REQUEST_LIMIT_BYTES = 2 ** 20;

/**
 * Reads a submission, JSON (V3-JOB-1) or `multipart/form-data` (V3-JOB-18). In the latter the part `request` may be a field or
 * a file at any position; parts `attachment` are streamed to the disk; parts of other names are ignored and named in the response.
 */
@Injectable()
export class SubmissionReaderService {
  constructor(private readonly store: AttachmentStoreService) {}

  /** @throws ServiceError: malformed, tooLarge; attachments stored so far are removed */
  async read(httpRequest: FastifyRequest): Promise<ReceivedBody> {
    noteTakenBody();
    if (!httpRequest.isMultipart()) return { body: httpRequest.body, attachments: null };
    const received: ReceivedBody = { body: undefined, attachments: null };
    try {
      for await (const part of httpRequest.parts()) {
        // Every part comes as a stream, see acceptMultipart.
        if (part.type === 'file') await this.take(part, received);
      }
    } catch (error) {
      await this.discard(received);
      // A client that is still sending reads the response only when it has finished.
      httpRequest.raw.unpipe();
      httpRequest.raw.resume();
      throw readable(error, this.store.limit);
    }
    if (received.body !== undefined) return received;
    await this.discard(received);
    throw new ServiceError(ErrorKind.Malformed, 'the part `request` is missing');
  }

  private async discard({ attachments }: ReceivedBody): Promise<void> {
    if (attachments) await this.store.remove(attachments);
  }

  private async take({ fieldname, filename, file }: MultipartFile, received: ReceivedBody): Promise<void> {
    if (fieldname === 'request') received.body = onlyOne(received.body, parse(await bytes(file)));
    else if (fieldname !== 'attachment') {
      noteIgnoredField(fieldname);
      file.resume();
    } else {
      received.attachments ??= await this.store.create();
      await this.store.add(received.attachments, filename, file);
    }
  }
}

function onlyOne(earlier: unknown, body: unknown): unknown {
  if (earlier === undefined) return body;
  throw new ServiceError(ErrorKind.Malformed, 'the form has several parts `request`: a job takes one');
}

/** The parser reports an unreadable body as a plain error; errors of disks and limits have a code. */
function readable(error: unknown, limit: number): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const refusal = (kind: ErrorKind, message: string) => new ServiceError(kind, message, { cause: error });
  if (!('code' in error))
    return refusal(ErrorKind.Malformed, `the body is not valid multipart/form-data: ${error.message}`);
  switch (error.code) {
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
      return refusal(
        ErrorKind.TooLarge,
        `the form has too many parts: a job takes ${limit} attachments at the most`,
      );
    case 'FST_PROTO_VIOLATION':
      return refusal(
        ErrorKind.Malformed,
        'a part of the form has a name such as __proto__ or constructor, which no part may have',
      );
    default:
      return error;
  }
}

async function bytes(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > REQUEST_LIMIT_BYTES) {
      throw new ServiceError(ErrorKind.TooLarge, 'the part `request` is larger than 1 MB');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(json: Buffer): unknown {
  try {
    return readJson(json);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = `the part \`request\` is refused: ${error.message}`;
    throw new ServiceError(ErrorKind.Malformed, message, { cause: error });
  }
}

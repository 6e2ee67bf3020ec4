import { Readable } from 'node:stream';
import type { LaunchFolder } from '@portolan/launches';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONDITION_HEADERS, type FileConditions } from './file-answer';
import type { FileStart } from './file-start';

export interface OutputRequest {
  /** HEAD: headers only. */
  onlyHead: boolean;
  conditions: FileConditions;
  /** Where reading begins; it replaces `Range`. */
  start?: FileStart | undefined;
}

export interface FoundFile {
  kind: 'file';
  status: number;
  /** Headers about length, range and version; names in lower case. */
  headers: Record<string, string>;
  /** The receiver reads or destroys it; undefined when there is nothing to send. */
  body: Readable | undefined;
  /** Identity of the file, which changes when the file is replaced; undefined for a file of an archive. */
  identity?: string | undefined;
}

/** The entry at a path of a job's output, on a node or in an archive. */
export type FoundOutput = { kind: 'folder'; folder: LaunchFolder } | FoundFile;

export const outputRequest = ({ method, headers }: FastifyRequest, start?: FileStart): OutputRequest => ({
  onlyHead: method === 'HEAD',
  start,
  conditions: Object.fromEntries(
    CONDITION_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  ),
});

/** Streams at the client's pace; the read ends when the client disconnects. */
export async function sendFile({ status, headers, body }: FoundFile, reply: FastifyReply): Promise<void> {
  await reply
    .code(status)
    .headers(headers)
    // Fastify overwrites this length by that of the payload, unless the payload is a stream.
    .send(body ?? Readable.from([]));
}

import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Injectable } from '@nestjs/common';
import { ObjectStoreConfig } from '../config/node-config';
import type { ObjectLocation } from './object-location';

/** An object that is being read. The receiver reads or destroys `body`. */
export interface StoredObject {
  body: Readable;
  etag: string | undefined;
}

export interface ObjectFacts {
  /** Bytes. */
  size: number;
  etag: string;
}

const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket']);
/** Size of one part of an upload; the limit of 10,000 parts allows 160 GB. */
const PART_BYTES = 16 * 2 ** 20;

/** Reads and writes objects in S3 or a compatible store. The SDK is loaded with the first request. */
@Injectable()
export class ObjectStoreGateway {
  private loaded: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;

  constructor(private readonly config: ObjectStoreConfig) {}

  /** Reads an object or an inclusive range. @returns `unchanged` since `knownEtag`; undefined when absent */
  async read(
    { bucket, key }: ObjectLocation,
    options: {
      range?: { start: number; end: number };
      knownEtag?: string | undefined;
      signal?: AbortSignal;
    } = {},
  ): Promise<StoredObject | 'unchanged' | undefined> {
    const { range, knownEtag, signal } = options;
    const { sdk, client } = await this.load();
    const command = new sdk.GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(knownEtag !== undefined && { IfNoneMatch: knownEtag }),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const answer = await client.send(command, signal && { abortSignal: signal }).catch((error: unknown) => {
      return statusOf(error) === 304 ? 'unchanged' : undefinedIfAbsent(error);
    });
    return typeof answer === 'object' ? { body: answer.Body as Readable, etag: answer.ETag } : answer;
  }

  /** @returns undefined when the object does not exist @throws errors of the store */
  async look({ bucket, key }: ObjectLocation): Promise<ObjectFacts | undefined> {
    const { sdk, client } = await this.load();
    const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: key });
    const answer = await client.send(command).catch(undefinedIfAbsent);
    return answer && { size: answer.ContentLength ?? 0, etag: answer.ETag ?? '' };
  }

  /** Writes an object from a stream of any length, whole or not at all. @throws errors of the store */
  async write({ bucket, key }: ObjectLocation, body: Readable, contentType: string): Promise<void> {
    const { client } = await this.load();
    const { Upload } = await import('@aws-sdk/lib-storage');
    const upload = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: body, ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: 2,
    });
    // Without this handler an error of the source would leave the upload waiting.
    body.once('error', () => void upload.abort().catch(() => undefined));
    await upload.done();
  }

  /** Removes an object; succeeds when it does not exist. @throws errors of the store */
  async remove({ bucket, key }: ObjectLocation): Promise<void> {
    const { sdk, client } = await this.load();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(undefinedIfAbsent);
  }

  private load(): NonNullable<typeof this.loaded> {
    this.loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region: this.config.S3_REGION,
        forcePathStyle: this.config.S3_PATH_STYLE === 'on',
        ...(this.config.S3_ENDPOINT !== undefined && { endpoint: this.config.S3_ENDPOINT }),
      }),
    }));
    return this.loaded;
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

function undefinedIfAbsent(error: unknown): undefined {
  if (!(error instanceof Error && (ABSENT.has(error.name) || statusOf(error) === 404))) throw error;
}

/** Reports whether a retry cannot help: the store has answered with a refusal. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408;
};

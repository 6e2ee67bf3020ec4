import type { Readable } from 'node:stream';
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { Injectable } from '@nestjs/common';
import type { ObjectLocation } from './object-location';
import { ObjectStoreConfig } from './object-store-config';

/** An object that is read. Whoever gets it reads or destroys `body`. */
export interface StoredObject {
  body: Readable;
  etag: string | undefined;
}

/** What is known of an object without reading it. */
export interface ObjectFacts {
  /** Bytes. */
  size: number;
  etag: string;
}

/** Errors of the store that say that there is no such object. */
const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket']);
/** Bytes of one part of an upload: with 10,000 parts at the most, 160 GB. */
const PART_BYTES = 16 * 2 ** 20;

/** Objects in S3 or a store that speaks like it. The SDK is loaded when the first object is asked for. */
@Injectable()
export class ObjectStore {
  private loaded: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;

  constructor(private readonly config: ObjectStoreConfig) {}

  /**
   * Reads an object, or a part of it.
   *
   * @param range both ends inclusive
   * @param knownEtag of a version that need not be read again
   * @returns `unchanged` when it is still that version; undefined when there is none
   * @throws errors of the store
   */
  async read(
    location: ObjectLocation,
    options: {
      range?: { start: number; end: number };
      knownEtag?: string | undefined;
      signal?: AbortSignal;
    } = {},
  ): Promise<StoredObject | 'unchanged' | undefined> {
    const { range, knownEtag, signal } = options;
    const { sdk, client } = await this.load();
    const input: GetObjectCommandInput = {
      Bucket: location.bucket,
      Key: location.key,
      ...(knownEtag !== undefined && { IfNoneMatch: knownEtag }),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    };
    try {
      const answer = await client.send(new sdk.GetObjectCommand(input), signal && { abortSignal: signal });
      return { body: answer.Body as Readable, etag: answer.ETag };
    } catch (error) {
      if (statusOf(error) === 304) return 'unchanged';
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  /** @returns undefined when there is no such object. @throws errors of the store */
  async look({ bucket, key }: ObjectLocation): Promise<ObjectFacts | undefined> {
    const { sdk, client } = await this.load();
    try {
      const answer = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }));
      return { size: answer.ContentLength ?? 0, etag: answer.ETag ?? '' };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  /** Writes an object from a stream of any length; it is there whole or not at all. @throws errors of the store */
  async write({ bucket, key }: ObjectLocation, body: Readable, contentType: string): Promise<void> {
    const { client } = await this.load();
    const { Upload } = await import('@aws-sdk/lib-storage');
    const upload = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: body, ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: 2,
    });
    // Without this an error of the source would leave the upload waiting for more.
    body.once('error', () => void upload.abort().catch(() => undefined));
    await upload.done();
  }

  /** Removes an object; that there is none is no error. @throws errors of the store */
  async remove({ bucket, key }: ObjectLocation): Promise<void> {
    const { sdk, client } = await this.load();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
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

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && (ABSENT.has(error.name) || statusOf(error) === 404);

/** Tells whether another try can't help: the store has answered, and refuses. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408;
};

import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LaunchRepository, launchFilesUrl, type LaunchEntity, type LaunchFolder } from '@portolan/launches';
import { ErrorKind, InternalCallError, InternalClient, ServiceError } from '@portolan/service';
import type { FoundOutput } from './found-output';

/** How long a node may take until it begins to answer, ms. */
const ANSWER_LIMIT_MS = 10_000;
/** A transfer that takes longer is cut off, ms. */
const TRANSFER_LIMIT_MS = 86_400_000;

/** Reads a launch's files from its node, while it runs and as long as the node keeps them. */
@Injectable()
export class NodeFiles {
  constructor(
    private readonly client: InternalClient,
    private readonly launches: LaunchRepository,
  ) {}

  /**
   * @param range the client's `Range` header
   * @returns undefined when there is nothing at that path
   * @throws ServiceError: unavailable when the node can't be reached, rangeNotSatisfiable
   */
  async open(
    launch: LaunchEntity,
    segments: readonly string[],
    range: string | undefined,
  ): Promise<FoundOutput | undefined> {
    const url = launchFilesUrl(await this.nodeUrl(launch), launch.id, segments.join('/'));
    try {
      const response = await this.get(url, range);
      // Files can be read in parts, and say so; listings can't.
      if (response.headers.has('accept-ranges')) {
        const body = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
        return { kind: 'file', status: response.status, headers: response.headers, body };
      }
      return { kind: 'folder', folder: (await response.json()) as LaunchFolder };
    } catch (error) {
      if (!(error instanceof InternalCallError)) throw error;
      if (error.status === 404) return undefined;
      if (error.status === 416) throw await this.notSatisfiable(url);
      throw new ServiceError(
        ErrorKind.Unavailable,
        `the node ${launch.host ?? ''} that has the files of job ${launch.subject} can't be reached`,
        { headers: { 'Retry-After': '5' }, cause: error },
      );
    }
  }

  /** A node that was restarted may have another address: its lease tells. */
  private async nodeUrl(launch: LaunchEntity): Promise<string> {
    const lease = launch.nodeId === null ? null : await this.launches.lease(launch.nodeId);
    return lease?.nodeUrl ?? launch.nodeUrl ?? '';
  }

  private async get(url: string, range: string | undefined): Promise<Response> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ANSWER_LIMIT_MS);
    try {
      return await this.client.open(url, {
        headers: range === undefined ? {} : { range },
        timeoutMs: TRANSFER_LIMIT_MS,
        signal: controller.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** A client that reads on from where it was needs to know how long the file is now. */
  private async notSatisfiable(url: string): Promise<ServiceError> {
    const whole = await this.get(url, undefined);
    const length = whole.headers.get('content-length') ?? '*';
    await whole.body?.cancel();
    return new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file', {
      headers: { 'Content-Range': `bytes */${length}` },
    });
  }
}

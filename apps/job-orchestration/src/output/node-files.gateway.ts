import { Inject, Injectable, Optional } from '@nestjs/common';
import { LaunchRepository, launchFilesUrl, type LaunchEntity, type LaunchFolder } from '@portolan/launches';
import {
  ErrorKind,
  REQUEST_ID_HEADER,
  ServiceConfig,
  ServiceError,
  begunInTime,
  currentRequestId,
} from '@portolan/service';
import type { Dispatcher } from 'undici';
import { LaunchFilesService } from '../node/files/launch-files.service';
import { NodeIdentity } from '../node/node-identity';
import { LiveTransfers } from './live-transfers.service';
import type { FoundFile, FoundOutput, OutputRequest } from './found-output';

/** Headers of a file that pass from the node to the client. */
const PASSED = ['accept-ranges', 'content-length', 'content-range', 'last-modified', 'etag'];

/** Reads a launch's files from its node, while it runs and as long as the node keeps them. */
@Injectable()
export class NodeFiles {
  constructor(
    private readonly launches: LaunchRepository,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
    private readonly transfers: LiveTransfers,
    @Optional() private readonly own?: NodeIdentity,
    @Optional() private readonly ownFiles?: LaunchFilesService,
  ) {}

  /**
   * @returns undefined when there is nothing at that path
   * @throws ServiceError: unavailable when the node can't be reached or too much is read from nodes, rangeNotSatisfiable, constraint (not the version
   *   asked for)
   */
  async open(
    launch: LaunchEntity,
    segments: readonly string[],
    wanted: OutputRequest,
  ): Promise<FoundOutput | undefined> {
    try {
      const isOwn = this.own?.nodeId === launch.nodeId;
      const found =
        isOwn && this.ownFiles
          ? await this.ownFiles.open(launch.id, segments.join('/'), wanted)
          : await this.ask(launch, segments, wanted);
      if (found.kind === 'folder' || !found.body) return found;
      return { ...found, body: this.transfers.begin(found.body) };
    } catch (error) {
      if (error instanceof ServiceError && error.kind === ErrorKind.NotFound) return undefined;
      throw error;
    }
  }

  private async ask(
    launch: LaunchEntity,
    segments: readonly string[],
    wanted: OutputRequest,
  ): Promise<FoundOutput> {
    const url = launchFilesUrl(await this.nodeUrl(launch), launch.id, segments.join('/'));
    const answer = await this.call(url, wanted).catch((error: unknown) => {
      throw unreachable(launch, error);
    });
    const { statusCode: status, body } = answer;
    const headers = headersOf(answer);
    // Files can be read in parts, and say so; listings can't.
    if (status === 304 || (status < 300 && 'accept-ranges' in headers))
      return fileOf(status, headers, body, wanted);
    if (status < 300) return { kind: 'folder', folder: (await body.json()) as LaunchFolder };
    await body.dump();
    throw refusal(status, headers) ?? unreachable(launch, new Error(`${url}: ${status}`));
  }

  /** A node that was restarted may have another address: its lease tells. */
  private async nodeUrl(launch: LaunchEntity): Promise<string> {
    const lease = launch.nodeId === null ? null : await this.launches.lease(launch.nodeId);
    return lease?.nodeUrl ?? launch.nodeUrl ?? '';
  }

  /** Of the client libraries at hand the one that streams with the least work; loaded when a node is asked first. */
  private async call(url: string, { onlyHead, conditions }: OutputRequest): Promise<Dispatcher.ResponseData> {
    const { request } = await import('undici');
    const requestId = currentRequestId();
    const headers = {
      ...conditions,
      authorization: `Bearer ${this.config.INTERNAL_TOKEN}`,
      ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
    };
    const method = onlyHead ? 'HEAD' : 'GET';
    // What stands still is ended by whoever counts transfers.
    return begunInTime((signal) => request(url, { method, headers, signal, bodyTimeout: 0 }));
  }
}

function headersOf({ headers }: Dispatcher.ResponseData): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function fileOf(
  status: number,
  headers: Record<string, string>,
  body: Dispatcher.ResponseData['body'],
  { onlyHead }: OutputRequest,
): Promise<FoundFile> {
  const hasBody = !onlyHead && status !== 304 && headers['content-length'] !== '0';
  if (!hasBody) await body.dump();
  return { kind: 'file', status, headers, body: hasBody ? body : undefined };
}

/** What the node itself refuses, in the words that it would use for a client of its own. */
function refusal(status: number, headers: Record<string, string>): ServiceError | undefined {
  const { 'content-range': range, ...version } = headers;
  switch (status) {
    case 404:
      return new ServiceError(ErrorKind.NotFound, 'no such file');
    case 412:
      return new ServiceError(ErrorKind.Constraint, 'the file has changed', { headers: version });
    case 416:
      return new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file', {
        headers: range === undefined ? {} : { 'Content-Range': range },
      });
    default:
      return undefined;
  }
}

const unreachable = (launch: LaunchEntity, cause: unknown): ServiceError =>
  new ServiceError(
    ErrorKind.Unavailable,
    `the node ${launch.host ?? ''} that has the files of job ${launch.subject} can't be reached`,
    { headers: { 'Retry-After': '5' }, cause },
  );

import type { Readable } from 'node:stream';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { LaunchRepository, launchFilesUrl, type LaunchEntity, type LaunchFolder } from '@portolan/launches';
import { FILE_HEADER, LaunchFilesService, NodeIdentity, OFFSET_HEADER } from '@portolan/node';
import type { FoundOutput, OutputRequest } from '@portolan/node';
import { ErrorKind, REQUEST_ID_HEADER, ServiceConfig, ServiceError } from '@portolan/service';
import { begunInTime, currentRequestId } from '@portolan/service';
import type { Dispatcher } from 'undici';
import { unavailableNow } from '../errors/error-format';
import { LiveTransfersService } from './live-transfers.service';

/** Headers of a file that are passed from the node to the client. */
const PASSED = ['accept-ranges', 'content-length', 'content-range', 'last-modified', 'etag', OFFSET_HEADER];
/** Bytes read ahead of the client: as many as a node reads at a time. */
const BUFFER_BYTES = 512 * 1024;

export interface NodeFile {
  launch: LaunchEntity;
  segments: readonly string[];
  /** As in `FoundFile`; undefined for a file that did not exist at the time of the request. */
  identity: string | undefined;
}

/** Reads a launch's files from its node while it runs and until the node removes them. */
@Injectable()
export class NodeFilesGateway {
  constructor(
    private readonly launches: LaunchRepository,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
    private readonly transfers: LiveTransfersService,
    @Optional() private readonly own?: NodeIdentity,
    @Optional() private readonly ownFiles?: LaunchFilesService,
  ) {}

  /**
   * @returns undefined for an unknown path
   * @throws ServiceError: unavailable when the node is unreachable or too many files are read from nodes, rangeNotSatisfiable,
   * constraint (the version differs from the requested one)
   */
  async open(
    launch: LaunchEntity,
    segments: readonly string[],
    wanted: OutputRequest,
  ): Promise<FoundOutput | undefined> {
    try {
      const files = this.own?.nodeId === launch.nodeId ? this.ownFiles : undefined;
      const path = segments.join('/');
      const found = await (files?.open(launch.id, path, wanted) ?? this.ask(launch, path, wanted));
      if (found.kind === 'folder' || !found.body) return found;
      return { ...found, body: this.transfers.begin(found.body) };
    } catch (error) {
      if (error instanceof ServiceError && error.kind === ErrorKind.NotFound) return undefined;
      throw error;
    }
  }

  /**
   * Follows a file of another node from a position on; the body ends with the launch, and fails when it is interrupted.
   *
   * @param present whether only the current content is requested
   * @throws ServiceError: notFound; wrongState when the file was replaced; unavailable when the node is unreachable
   */
  async follow(
    { launch, segments, identity }: NodeFile,
    position: number,
    present = false,
  ): Promise<Readable> {
    const query = {
      follow: 'true',
      offset: String(position),
      ...(present && { present: 'true' }),
      ...(identity !== undefined && { file: identity }),
    };
    const answer = await this.call(launch, segments.join('/'), { onlyHead: false, conditions: {} }, query);
    if (answer.statusCode === 200) return answer.body;
    await answer.body.dump();
    throw refusal(answer) ?? unreachable(launch, new Error(`the node answered ${answer.statusCode}`));
  }

  private async ask(launch: LaunchEntity, path: string, wanted: OutputRequest): Promise<FoundOutput> {
    const query = Object.fromEntries(
      Object.entries(wanted.start ?? {}).map(([name, count]) => [name, String(count)]),
    );
    const answer = await this.call(launch, path, wanted, query);
    const { statusCode: status, body } = answer;
    const headers = headersOf(answer);
    // Files have this header, listings do not.
    if (status === 304 || (status < 300 && 'accept-ranges' in headers)) {
      const hasBody = !wanted.onlyHead && status !== 304 && headers['content-length'] !== '0';
      if (!hasBody) await body.dump();
      const identity = textOf(answer, FILE_HEADER);
      return { kind: 'file', status, headers, body: hasBody ? body : undefined, identity };
    }
    if (status < 300) return { kind: 'folder', folder: (await body.json()) as LaunchFolder };
    await body.dump();
    throw refusal(answer) ?? unreachable(launch, new Error(`the node answered ${status}`));
  }

  /** Calls a node with undici, the client that streams with the least CPU time; loaded by the first call. */
  private async call(
    launch: LaunchEntity,
    path: string,
    { onlyHead, conditions }: OutputRequest,
    query: Record<string, string>,
  ): Promise<Dispatcher.ResponseData> {
    const { request } = await import('undici');
    // A restarted node may have another address, found in its lease.
    const lease = launch.nodeId === null ? null : await this.launches.lease(launch.nodeId);
    const url = launchFilesUrl(lease?.nodeUrl ?? launch.nodeUrl ?? '', launch.id, path);
    const requestId = currentRequestId();
    const headers = {
      ...conditions,
      authorization: `Bearer ${this.config.INTERNAL_TOKEN}`,
      ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
    };
    const method = onlyHead ? 'HEAD' : 'GET';
    // The transfer limiter, or the receiver of a followed file, ends a stalled stream.
    const options = { method, headers, query, bodyTimeout: 0, highWaterMark: BUFFER_BYTES } as const;
    try {
      return await begunInTime((signal) => request(url, { ...options, signal }));
    } catch (error) {
      throw unreachable(launch, error);
    }
  }
}

const textOf = ({ headers }: Dispatcher.ResponseData, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

const headersOf = (answer: Dispatcher.ResponseData): Record<string, string> =>
  Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = textOf(answer, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Returns the node's refusal as an error of this service, with the node's message. */
function refusal(answer: Dispatcher.ResponseData): ServiceError | undefined {
  const { 'content-range': range, ...version } = headersOf(answer);
  switch (answer.statusCode) {
    case 404:
      return new ServiceError(ErrorKind.NotFound, 'no such file');
    case 409:
      return new ServiceError(ErrorKind.WrongState, 'the file was replaced by another one');
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
  unavailableNow(
    `node ${launch.host ?? ''}, which has the files of job ${launch.subject}, is unreachable`,
    cause,
  );

import { Inject, Injectable, Optional } from '@nestjs/common';
import { LaunchRepository, launchFilesUrl, type LaunchEntity, type LaunchFolder } from '@portolan/launches';
import { LaunchFilesService, NodeIdentity, type FoundOutput, type OutputRequest } from '@portolan/node';
import { ErrorKind, REQUEST_ID_HEADER, ServiceConfig, ServiceError } from '@portolan/service';
import { begunInTime, currentRequestId } from '@portolan/service';
import type { Dispatcher } from 'undici';
import { LiveTransfersService } from './live-transfers.service';

/** Headers of a file that are passed from the node to the client. */
const PASSED = ['accept-ranges', 'content-length', 'content-range', 'last-modified', 'etag'];

/** Reads a launch's files from its node while it runs and until the node removes them. */
@Injectable()
export class NodeFiles {
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

  private async ask(launch: LaunchEntity, path: string, wanted: OutputRequest): Promise<FoundOutput> {
    // A restarted node may have another address, which its lease names.
    const lease = launch.nodeId === null ? null : await this.launches.lease(launch.nodeId);
    const url = launchFilesUrl(lease?.nodeUrl ?? launch.nodeUrl ?? '', launch.id, path);
    const answer = await this.call(url, wanted).catch((error: unknown) => {
      throw unreachable(launch, error);
    });
    const { statusCode: status, body } = answer;
    const headers = headersOf(answer);
    // Files support ranges and announce it; listings do not.
    if (status === 304 || (status < 300 && 'accept-ranges' in headers)) {
      const hasBody = !wanted.onlyHead && status !== 304 && headers['content-length'] !== '0';
      if (!hasBody) await body.dump();
      return { kind: 'file', status, headers, body: hasBody ? body : undefined };
    }
    if (status < 300) return { kind: 'folder', folder: (await body.json()) as LaunchFolder };
    await body.dump();
    throw refusal(status, headers) ?? unreachable(launch, new Error(`${url}: ${status}`));
  }

  /** Calls a node with undici, the client that streams with the least CPU time; loaded by the first call. */
  private async call(url: string, { onlyHead, conditions }: OutputRequest): Promise<Dispatcher.ResponseData> {
    const { request } = await import('undici');
    const requestId = currentRequestId();
    const headers = {
      ...conditions,
      authorization: `Bearer ${this.config.INTERNAL_TOKEN}`,
      ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
    };
    const method = onlyHead ? 'HEAD' : 'GET';
    // The transfer limiter ends a stalled stream.
    return begunInTime((signal) => request(url, { method, headers, signal, bodyTimeout: 0 }));
  }
}

function headersOf({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const passed = PASSED.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(
    passed.filter((header): header is readonly [string, string] => typeof header[1] === 'string'),
  );
}

/** Returns the node's refusal as an error of this service, with the node's message. */
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
    `node ${launch.host ?? ''}, which has the files of job ${launch.subject}, is unreachable`,
    { headers: { 'Retry-After': '5' }, cause },
  );

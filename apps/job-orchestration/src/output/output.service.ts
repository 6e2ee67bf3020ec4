import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LaunchesService } from '@portolan/launches';
import type { FoundFile, FoundOutput, OutputRequest } from '@portolan/node';
import { ErrorKind, ServiceError, notFound } from '@portolan/service';
import { ArchiveFilesService } from '../archive/archive-files.service';
import type { AttemptFiles } from '../attempts/job-attempt';
import { LiveTransfersService } from './live-transfers.service';
import { NodeFiles } from './node-files.gateway';
import { newestIn, type Folder } from './output-listing';
import { archiveOf, isLost, outputPlace } from './output-place';

/** A file or a listing of a job's output. */
export type Output = { kind: 'folder'; folder: Folder } | (FoundFile & { name: string });

/** An entry of a job's output, and whether it is read from a node. */
interface Found {
  entry: FoundOutput;
  isLive: boolean;
}

/** The files of jobs: from the archive if it exists, else from the node (docs/decisions/job-output.md). */
@Injectable()
export class OutputService {
  constructor(
    private readonly launches: LaunchesService,
    private readonly nodes: NodeFiles,
    private readonly archives: ArchiveFilesService,
    private readonly transfers: LiveTransfersService,
  ) {}

  /**
   * @param job the job, or an earlier attempt of it
   * @param segments path inside the job's directory; undefined for an impossible path
   * @throws ServiceError: notFound, unavailable (the node is unreachable), rangeNotSatisfiable, constraint (the
   * version differs from the requested one)
   */
  open(job: AttemptFiles, segments: string[] | undefined, request: OutputRequest): Promise<Output> {
    return this.find(job, segments, request, (body) => this.transfers.begin(body));
  }

  /** As {@link open}, but the file is not counted as a transfer from a node: it is followed, which has a limit of its own. */
  openToFollow(job: AttemptFiles, segments: string[] | undefined, request: OutputRequest): Promise<Output> {
    return this.find(job, segments, request, (body) => body);
  }

  private async find(
    job: AttemptFiles,
    segments: string[] | undefined,
    request: OutputRequest,
    live: (body: Readable) => Readable,
  ): Promise<Output> {
    const absent = notFound(`No such entry in the output of job ${job.id}: ${segments?.join('/') ?? ''}`);
    if (!segments) throw absent;
    const found = await this.look(job, segments, request);
    if (!found) throw segments.length > 0 ? absent : notFound(`Job ${job.id} has no output yet`);
    const { entry, isLive } = found;
    if (entry.kind === 'file') {
      const body = entry.body && isLive ? live(entry.body) : entry.body;
      return { ...entry, body, name: segments.at(-1) ?? '' };
    }
    const parentModified = await this.parentModified(job, segments);
    return { kind: 'folder', folder: { jobId: job.id, segments, content: entry.folder, parentModified } };
  }

  private async look(
    job: AttemptFiles,
    segments: readonly string[],
    request: OutputRequest,
  ): Promise<Found | undefined> {
    const archive = archiveOf(job);
    if (archive !== undefined) {
      const entry = await this.archives.open(archive, segments, request);
      if (entry !== 'gone') return entry && { entry, isLive: false };
    }
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    const place = outputPlace(job, launch);
    if (place.from === 'nowhere') throw notFound(place.reason);
    try {
      const entry = await this.nodes.open(place.launch, segments, request);
      return entry && { entry, isLive: true };
    } catch (error) {
      if (!isLost(job) || !isUnavailable(error)) throw error;
      throw notFound(`The output of job ${job.id} is lost: its node is gone and had not archived it`);
    }
  }

  private async parentModified(job: AttemptFiles, segments: readonly string[]): Promise<number | null> {
    if (segments.length === 0) return null;
    const parent = await this.look(job, segments.slice(0, -1), { onlyHead: false, conditions: {} });
    return parent?.entry.kind === 'folder' ? newestIn(parent.entry.folder) : 0;
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind === ErrorKind.Unavailable;

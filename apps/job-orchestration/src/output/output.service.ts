import { Injectable } from '@nestjs/common';
import { LaunchesService } from '@portolan/launches';
import type { FoundFile, FoundOutput, OutputRequest } from '@portolan/node';
import { notFound } from '@portolan/service';
import { ArchiveFilesService } from '../archive/archive-files.service';
import type { AttemptFiles } from '../attempts/job-attempt';
import { NodeFilesGateway } from './node-files.gateway';
import { newestIn, type Folder } from './output-listing';
import { archiveOf, outputPlace, unreadableNode } from './output-place';

/** A file or a listing of a job's output. */
export type Output = { kind: 'folder'; folder: Folder } | (FoundFile & { name: string });

/** The files of jobs: from the archive if it exists, else from the node (docs/decisions/job-output.md). */
@Injectable()
export class OutputService {
  constructor(
    private readonly launches: LaunchesService,
    private readonly nodes: NodeFilesGateway,
    private readonly archives: ArchiveFilesService,
  ) {}

  /**
   * @param job the job, or an earlier attempt of it
   * @param segments path inside the job's directory; undefined for an impossible path
   * @throws ServiceError: notFound, unavailable (the node is unreachable), rangeNotSatisfiable, constraint (the
   * version differs from the requested one)
   */
  async open(job: AttemptFiles, segments: string[] | undefined, request: OutputRequest): Promise<Output> {
    if (!segments) throw notFound(`No file in the output of job ${job.id} can have this path`);
    const absent = notFound(`No such entry in the output of job ${job.id}: ${segments.join('/')}`);
    const found = await this.find(job, segments, request);
    if (!found) throw segments.length > 0 ? absent : notFound(`Job ${job.id} has no output yet`);
    if (found.kind === 'file') return { ...found, name: segments.at(-1) ?? '' };
    const parentModified = await this.parentModified(job, segments);
    return { kind: 'folder', folder: { jobId: job.id, segments, content: found.folder, parentModified } };
  }

  private async find(
    job: AttemptFiles,
    segments: readonly string[],
    request: OutputRequest,
  ): Promise<FoundOutput | undefined> {
    const archive = archiveOf(job);
    if (archive !== undefined) {
      const found = await this.archives.open(archive, segments, request);
      if (found !== 'gone') return found;
    }
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    const place = outputPlace(job, launch);
    if (place.from === 'nowhere') throw notFound(place.reason);
    try {
      return await this.nodes.open(place.launch, segments, request);
    } catch (error) {
      throw unreadableNode(job, error);
    }
  }

  private async parentModified(job: AttemptFiles, segments: readonly string[]): Promise<number | null> {
    if (segments.length === 0) return null;
    const parent = await this.find(job, segments.slice(0, -1), { onlyHead: false, conditions: {} });
    return parent?.kind === 'folder' ? newestIn(parent.folder) : 0;
  }
}

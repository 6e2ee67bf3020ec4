import { Injectable } from '@nestjs/common';
import { Launches, type LaunchEntity } from '@portolan/launches';
import { ErrorKind, ServiceError, notFound } from '@portolan/service';
import { ArchiveFiles } from '../archive/archive-files.service';
import { ArchiveStatus } from '../jobs/archive-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobsService } from '../jobs/jobs.service';
import type { FoundFile, FoundOutput, OutputRequest } from './found-output';
import { NodeFiles } from './node-files.gateway';
import { newestIn, type Folder } from './output-listing';

/** What a client finds in a job's output. */
export type Output = { kind: 'folder'; folder: Folder } | (FoundFile & { name: string });

/** The files of jobs: from their archive when there is one, else from their node (docs/decisions/job-output.md). */
@Injectable()
export class OutputService {
  constructor(
    private readonly jobs: JobsService,
    private readonly launches: Launches,
    private readonly nodes: NodeFiles,
    private readonly archives: ArchiveFiles,
  ) {}

  /**
   * @param segments path inside the job's directory; undefined can't be one
   * @throws ServiceError: notFound, unavailable (its node can't be reached), rangeNotSatisfiable, constraint (the
   *   file is not the version asked for)
   */
  async open(jobId: string, segments: string[] | undefined, request: OutputRequest): Promise<Output> {
    const job = await this.jobs.get(jobId);
    const absent = notFound(`No such entry in the output of job ${jobId}: ${segments?.join('/') ?? ''}`);
    if (!segments) throw absent;
    const found = await this.find(job, segments, request);
    if (!found) throw segments.length > 0 ? absent : notFound(`Job ${jobId} has no output yet`);
    if (found.kind === 'file') return { ...found, name: segments.at(-1) ?? '' };
    const parentModified = await this.parentModified(job, segments);
    return { kind: 'folder', folder: { jobId, segments, content: found.folder, parentModified } };
  }

  private async find(
    job: JobEntity,
    segments: readonly string[],
    request: OutputRequest,
  ): Promise<FoundOutput | undefined> {
    if (job.archiveStatus === ArchiveStatus.Archived && job.archiveLocation !== null) {
      const found = await this.archives.open(job.archiveLocation, segments, request);
      if (found !== 'gone') return found;
    }
    const launch = await this.launchOf(job);
    try {
      return await this.nodes.open(launch, segments, request);
    } catch (error) {
      // Its node was given up: one that is back is asked all the same, one that is not will hardly come.
      if (job.archiveStatus !== ArchiveStatus.Unknown || !isUnavailable(error)) throw error;
      throw notFound(`The output of job ${job.id} is lost: its node is gone and had not archived it`);
    }
  }

  private async launchOf(job: JobEntity): Promise<LaunchEntity> {
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    if (!launch || job.archiveStatus === ArchiveStatus.NoFiles) {
      throw notFound(`Job failed before any file was created: ${job.id}`);
    }
    if (launch.nodeUrl === null) throw notFound(`Job ${job.id} has no output yet: no node has it`);
    return launch;
  }

  private async parentModified(job: JobEntity, segments: readonly string[]): Promise<number | null> {
    if (segments.length === 0) return null;
    const parent = await this.find(job, segments.slice(0, -1), { onlyHead: false, conditions: {} });
    return parent?.kind === 'folder' ? newestIn(parent.folder) : 0;
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind === ErrorKind.Unavailable;

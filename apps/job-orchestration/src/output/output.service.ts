import { Injectable } from '@nestjs/common';
import { Launches, type LaunchEntity } from '@portolan/launches';
import { notFound } from '@portolan/service';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobsService } from '../jobs/jobs.service';
import { NodeFiles } from './node-files.gateway';
import { newestIn, type Folder } from './output-listing';

/** What a client finds in a job's output. */
export type Output = { kind: 'folder'; folder: Folder } | { kind: 'file'; name: string; response: Response };

/** The files of jobs, read from the node that has them (docs/decisions/job-output.md). */
@Injectable()
export class OutputService {
  constructor(
    private readonly jobs: JobsService,
    private readonly launches: Launches,
    private readonly nodes: NodeFiles,
  ) {}

  /**
   * @param segments path inside the job's directory; undefined can't be one
   * @throws ServiceError: notFound, unavailable (its node can't be reached), rangeNotSatisfiable
   */
  async open(jobId: string, segments: string[] | undefined, range: string | undefined): Promise<Output> {
    const launch = await this.launchOf(jobId);
    const absent = notFound(`No such entry in the output of job ${jobId}: ${segments?.join('/') ?? ''}`);
    if (!segments) throw absent;
    const found = await this.nodes.open(launch, segments, range);
    if (!found) throw segments.length > 0 ? absent : notFound(`Job ${jobId} has no output yet`);
    if (found.kind === 'file') {
      return { kind: 'file', name: segments.at(-1) ?? '', response: found.response };
    }
    const parentModified = await this.parentModified(launch, segments);
    return { kind: 'folder', folder: { jobId, segments, content: found.folder, parentModified } };
  }

  private async launchOf(jobId: string): Promise<LaunchEntity> {
    const job = await this.jobs.get(jobId);
    const launch = job.launchId === null ? null : await this.launches.find(job.launchId);
    if (!launch || job.archiveStatus === ArchiveStatus.NoFiles) {
      throw notFound(`Job failed before any file was created: ${jobId}`);
    }
    if (launch.nodeUrl === null) throw notFound(`Job ${jobId} has no output yet: no node has it`);
    return launch;
  }

  private async parentModified(launch: LaunchEntity, segments: readonly string[]): Promise<number | null> {
    if (segments.length === 0) return null;
    const parent = await this.nodes.open(launch, segments.slice(0, -1), undefined);
    return parent?.kind === 'folder' ? newestIn(parent.folder) : 0;
  }
}

import { Injectable } from '@nestjs/common';
import { fileView, outputRequest, sendFile, sendGrowing, type FileStart } from '@portolan/node';
import { malformed, prefers } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JobAttemptsService } from '../attempts/job-attempts.service';
import { outputSegments } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ApiAddress, jobHref } from '../http/api-address';
import { JobsService } from '../jobs/jobs.service';
import type { Query } from '../query/paging';
import { ENDPOINTS } from '../releases/release-table';
import { folderName, listingPage, outputListing, type Folder } from './output-listing';
import { contentTypeOf } from './content-type';
import { outputPath } from './output-path';
import { refuseArray } from './output-place';
import { OutputFollowsService } from './output-follows.service';
import { OutputService } from './output.service';

const ATTEMPT_HEADER = 'portolan-attempt';

/** Sends files and listings of jobs and of their attempts. */
@Injectable()
export class OutputSenderService {
  constructor(
    private readonly output: OutputService,
    private readonly follows: OutputFollowsService,
    private readonly jobs: JobsService,
    private readonly attempts: JobAttemptsService,
    private readonly address: ApiAddress,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** @param attempt the attempt number in the client's request; undefined: the latest attempt */
  async send(
    id: string,
    attempt: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { compatibility, href, release } = this.address.transform(request);
    const hasViews = ENDPOINTS[release].outputViews;
    const { follow, start } = fileView(hasViews ? (request.query as Query) : {});
    const path = outputSegments(compatibility, outputPath(request.raw.url ?? ''));
    const job = await this.jobs.get(id);
    refuseArray(job);
    const { files, number, isLatest } = await this.attempts.filesOf(job, attempt);
    const headers: Record<string, string> = hasViews ? { [ATTEMPT_HEADER]: String(number) } : {};
    const asked = outputRequest(request, start);
    // Files of earlier attempts do not grow any more.
    if (follow && isLatest) {
      const { name, ...answer } = await this.follows.follow(files, path, start);
      const stallMs = this.config.LIVE_TRANSFER_STALL_MS;
      return sendGrowing(describe(name, reply), { ...answer, headers, stallMs });
    }
    const found = await this.output.open(files, path, asked);
    if (found.kind === 'file') return sendFile(found, describe(found.name, reply).headers(headers));
    if (start) throw malformed(nameOf(start), `${nameOf(start)} is for files: this is a directory`);
    const place = attempt === undefined ? '' : `/attempts/${encodeURIComponent(attempt)}`;
    await sendListing(found.folder, `${jobHref(id, href)}${place}/output`, request, reply);
  }
}

async function sendListing(folder: Folder, root: string, { headers }: FastifyRequest, reply: FastifyReply) {
  const listing = outputListing(folder, root);
  reply.header('Vary', 'Accept');
  if (prefers(headers.accept, 'text/html'))
    await reply.type('text/html; charset=utf-8').send(listingPage(folderName(folder), listing));
  else await reply.send(listing);
}

const nameOf = (start: FileStart): string => ('tail' in start ? 'tail' : 'offset');

function describe(name: string, reply: FastifyReply): FastifyReply {
  return (
    reply
      .type(contentTypeOf(name))
      .header('X-Content-Type-Options', 'nosniff')
      // HTML written by a job must not run with the viewer's rights.
      .header('Content-Security-Policy', 'sandbox')
  );
}

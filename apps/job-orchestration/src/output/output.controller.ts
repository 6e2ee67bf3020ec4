import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { fileView, outputRequest, sendFile, sendGrowing, type FileStart } from '@portolan/node';
import { Describe, emptyAnswer, errorAnswer, malformed, schema } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { outputSegments } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { API_PATH, ApiAddress, jobHref } from '../http/api-address';
import { EXAMPLE_API } from '../http/hal-routes';
import { EXAMPLE_JOB, EXAMPLE_OUTPUT } from '../jobs/job-example';
import { folderName, listingPage, outputListing, type Folder } from './output-listing';
import { OutputListing } from './output-listing.dto';
import { contentTypeOf, outputPath } from './output-path';
import { OutputFollowsService } from './output-follows.service';
import { OutputService } from './output.service';
import type { Query } from '../query/paging';
import { ENDPOINTS } from '../releases/release-table';

const WRITTEN = EXAMPLE_JOB.updated;
const EXAMPLE_FOLDER: Folder = {
  jobId: EXAMPLE_JOB.id,
  segments: [],
  content: {
    directories: [{ name: 'run/', size: 4096, lastModified: WRITTEN }],
    files: [{ name: 'stdout', size: EXAMPLE_OUTPUT.length, lastModified: WRITTEN }],
  },
  parentModified: null,
};
const LISTING = {
  'application/json': {
    schema: schema.ref(OutputListing),
    example: outputListing(EXAMPLE_FOLDER, `${jobHref(EXAMPLE_JOB.id, EXAMPLE_API.href)}/output`),
  },
  'text/html': {
    schema: schema.text('The same for people, with `Accept: text/html`.'),
    example: '<!DOCTYPE html>',
  },
};
const ATTEMPT_HEADER = 'portolan-attempt';
const FIRST_ATTEMPT = 1;
const VIEW_HEADERS = {
  'Portolan-Attempt': {
    description: 'The attempt of the job that the file is of, from 1.',
    schema: schema.integer(),
    example: FIRST_ATTEMPT,
  },
  'Portolan-Offset': {
    description: 'With `follow`, `offset` or `tail`: the position of the first byte in the file.',
    schema: schema.integer(),
    example: 0,
  },
};
const BYTES = { '*/*': { schema: schema.text(undefined, { format: 'binary' }), example: EXAMPLE_OUTPUT } };

/** `…/jobs/{id}/output/…`: listings and files (V3-JOB-15). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/output`)
export class OutputController {
  constructor(
    private readonly output: OutputService,
    private readonly follows: OutputFollowsService,
    private readonly address: ApiAddress,
    private readonly config: JobOrchestrationConfig,
  ) {}

  @Get()
  @Describe('List what a job has in its directory; JSON, or a page for `Accept: text/html`', {
    id: 'listJobOutput',
    answers: { 200: { content: LISTING } },
  })
  list(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(id, request, reply);
  }

  @Get('*')
  @Describe(
    'Read a file of a job, or follow it while the job runs, or list a directory; `Range` reads a part',
    {
      id: 'getJobOutput',
      answers: {
        200: {
          description: 'The file, with the type of its name; of a directory the list of what is in it.',
          content: BYTES,
          headers: VIEW_HEADERS,
        },
        206: { description: 'A part, as `Range` asked for.', content: BYTES },
        304: emptyAnswer('Not changed: `If-None-Match`, `If-Modified-Since`.'),
        412: errorAnswer('Changed: `If-Match`, `If-Unmodified-Since`.'),
        416: errorAnswer('Nothing there (yet).'),
      },
    },
  )
  @ApiParam({ name: '*', description: 'Path inside the directory of the job: `stdout`.' })
  @ApiQuery({
    name: 'follow',
    required: false,
    schema: schema.flag(
      'Also send what is appended, as it comes, until the attempt ends. A body that breaks off is resumed with `offset`.',
    ),
  })
  @ApiQuery({
    name: 'offset',
    required: false,
    schema: schema.integer(
      'Begin at this byte, from 0; the header `Portolan-Offset` of the response names it.',
      { minimum: 0 },
    ),
  })
  @ApiQuery({
    name: 'tail',
    required: false,
    schema: schema.integer('Begin with the last lines, so many; not together with `offset`.', { minimum: 0 }),
  })
  read(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(id, request, reply);
  }

  private async answer(id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { compatibility, release } = this.address.view(request);
    const hasViews = ENDPOINTS[release].outputViews;
    const { follow, start } = fileView(hasViews ? (request.query as Query) : {});
    const path = outputSegments(compatibility, outputPath(request.raw.url ?? ''));
    const attempt: Record<string, string> = hasViews ? { [ATTEMPT_HEADER]: String(FIRST_ATTEMPT) } : {};
    const asked = outputRequest(request, start);
    if (follow) {
      const { name, ...answer } = await this.follows.follow(id, path, asked);
      const stallMs = this.config.LIVE_TRANSFER_STALL_MS;
      return sendGrowing(describe(name, reply), { ...answer, headers: attempt, stallMs });
    }
    const found = await this.output.open(id, path, asked);
    if (found.kind === 'file') return sendFile(found, describe(found.name, reply).headers(attempt));
    if (start) throw malformed(nameOf(start), `${nameOf(start)} is for files: this is a directory`);
    const root = `${jobHref(id, this.address.of(request))}/output`;
    const listing = outputListing(found.folder, root);
    reply.header('Vary', 'Accept');
    if (request.headers.accept?.includes('text/html'))
      await reply.type('text/html; charset=utf-8').send(listingPage(folderName(found.folder), listing));
    else await reply.send(listing);
  }
}

const nameOf = (start: FileStart): string => ('tail' in start ? 'tail' : 'offset');

function describe(name: string, reply: FastifyReply): FastifyReply {
  return (
    reply
      .type(contentTypeOf(name))
      .header('X-Content-Type-Options', 'nosniff')
      // Pages written by a job must not act in the name of the viewer.
      .header('Content-Security-Policy', 'sandbox')
  );
}

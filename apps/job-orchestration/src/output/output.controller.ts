import { Controller, Get, Injectable, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { outputRequest, sendFile } from '@portolan/node';
import { Describe, emptyAnswer, errorAnswer, schema } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { outputSegments } from '../compatibility/genie';
import { API_PATH, ApiAddress, jobHref } from '../http/api-address';
import { EXAMPLE_API } from '../http/hal-routes';
import { EXAMPLE_JOB, EXAMPLE_OUTPUT } from '../jobs/job-example';
import { folderName, listingPage, outputListing, type Folder } from './output-listing';
import { OutputListing } from './output-listing.dto';
import { contentTypeOf, outputPath } from './output-path';
import { OutputService } from './output.service';

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
const BYTES = { '*/*': { schema: schema.text(undefined, { format: 'binary' }), example: EXAMPLE_OUTPUT } };

const FILE_ANSWERS = {
  200: {
    description: 'The file, with the type of its name; of a directory the list of what is in it.',
    content: BYTES,
  },
  206: { description: 'A part, as `Range` asked for.', content: BYTES },
  304: emptyAnswer('Not changed: `If-None-Match`, `If-Modified-Since`.'),
  412: errorAnswer('Changed: `If-Match`, `If-Unmodified-Since`.'),
  416: errorAnswer('Nothing there (yet).'),
};

/** What both controllers do with a request. */
@Injectable()
export class OutputRoutes {
  constructor(
    private readonly output: OutputService,
    private readonly address: ApiAddress,
  ) {}

  async answer(
    id: string,
    attempt: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { compatibility } = this.address.view(request);
    const path = outputSegments(compatibility, outputPath(request.raw.url ?? ''));
    const found = await this.output.open(id, path, outputRequest(request), attempt);
    const place = attempt === undefined ? '' : `/attempts/${encodeURIComponent(attempt)}`;
    const root = `${jobHref(id, this.address.of(request))}${place}/output`;
    if (found.kind === 'file') return sendFile(found, describe(found.name, reply));
    const listing = outputListing(found.folder, root);
    reply.header('Vary', 'Accept');
    if (request.headers.accept?.includes('text/html'))
      await reply.type('text/html; charset=utf-8').send(listingPage(folderName(found.folder), listing));
    else await reply.send(listing);
  }
}

/** `…/jobs/{id}/output/…`: listings and files (V3-JOB-15). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/output`)
export class OutputController {
  constructor(private readonly routes: OutputRoutes) {}

  @Get()
  @Describe('List what a job has in its directory; JSON, or a page for `Accept: text/html`', {
    id: 'listJobOutput',
    answers: { 200: { content: LISTING } },
  })
  list(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.routes.answer(id, undefined, request, reply);
  }

  @Get('*')
  @Describe('Read a file of a job, or list a directory; `Range` reads a part', {
    id: 'getJobOutput',
    answers: FILE_ANSWERS,
  })
  @ApiParam({ name: '*', description: 'Path inside the directory of the job: `stdout`.' })
  read(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.routes.answer(id, undefined, request, reply);
  }
}

/** `…/jobs/{id}/attempts/{n}/output/…`: the files of one attempt; release 4.3 only. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/attempts/:attempt/output`)
export class AttemptOutputController {
  constructor(private readonly routes: OutputRoutes) {}

  @Get()
  @Describe('List what an attempt of a job has in its directory', {
    id: 'listAttemptOutput',
    answers: { 200: { content: LISTING } },
  })
  list(
    @Param('id') id: string,
    @Param('attempt') attempt: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.routes.answer(id, attempt, request, reply);
  }

  @Get('*')
  @Describe('Read a file of an attempt of a job, or list a directory', {
    id: 'getAttemptOutput',
    answers: FILE_ANSWERS,
  })
  @ApiParam({ name: '*', description: 'Path inside the directory of the attempt: `stdout`.' })
  read(
    @Param('id') id: string,
    @Param('attempt') attempt: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.routes.answer(id, attempt, request, reply);
  }
}

function describe(name: string, reply: FastifyReply): FastifyReply {
  return (
    reply
      .type(contentTypeOf(name))
      .header('X-Content-Type-Options', 'nosniff')
      // Pages written by a job must not act in the name of the viewer.
      .header('Content-Security-Policy', 'sandbox')
  );
}

import { Controller, Get, Param, Req, Res, applyDecorators } from '@nestjs/common';
import { ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Describe, emptyAnswer, errorAnswer, schema } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH, jobHref } from '../http/api-address';
import { EXAMPLE_API } from '../http/hal-routes';
import { EXAMPLE_JOB, EXAMPLE_OUTPUT } from '../jobs/job-example';
import { OutputSenderService } from './output-sender.service';
import { outputListing, type Folder } from './output-listing';
import { OutputListing } from './output-listing.dto';

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
const FIRST_ATTEMPT = 1;
const COUNT = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
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
const FILE = { schema: schema.text('The bytes of the file.', { format: 'binary' }), example: EXAMPLE_OUTPUT };
/** A file has the type of its name: the bytes are the same for all of them. */
const TYPES_OF_NAMES = ['text/*', 'application/*', 'image/*', 'audio/*', 'video/*', 'font/*', 'model/*'];
const BYTES = Object.fromEntries(['application/octet-stream', ...TYPES_OF_NAMES].map((type) => [type, FILE]));

const FILE_ANSWERS = {
  200: {
    description: 'The file, with the type of its name; of a directory the list of what is in it.',
    content: BYTES,
    headers: VIEW_HEADERS,
  },
  206: { description: 'The part that `Range` requested.', content: BYTES },
  304: emptyAnswer('Not changed: `If-None-Match`, `If-Modified-Since`.'),
  412: errorAnswer('The file has changed (`If-Match`, `If-Unmodified-Since`).'),
  416: errorAnswer('The range begins beyond the end of the file, which may still grow.'),
};

/** Describes a route of files, and the parameters that follow a file or choose where it begins. */
const DescribeFile = (summary: string, id: string, path: string): MethodDecorator =>
  applyDecorators(
    Describe(summary, { id, answers: FILE_ANSWERS }),
    ApiParam({ name: '*', description: path, schema: { type: 'string' } }),
    ApiQuery({
      name: 'follow',
      required: false,
      schema: schema.flag(
        'Also send what is appended, as it comes, until the attempt ends. A body that breaks off is resumed with `offset`.',
      ),
    }),
    ApiQuery({
      name: 'offset',
      required: false,
      schema: schema.integer(
        'Begin at this byte, from 0; the header `Portolan-Offset` of the response names it.',
        COUNT,
      ),
    }),
    ApiQuery({
      name: 'tail',
      required: false,
      schema: schema.integer('Begin with the last lines, so many; not together with `offset`.', COUNT),
    }),
  );

/** `…/jobs/{id}/output/…`: listings and files (V3-JOB-15). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/output`)
export class OutputController {
  constructor(private readonly answers: OutputSenderService) {}

  @Get()
  @Describe('List the directory of a job, as JSON or as a page (`Accept: text/html`)', {
    id: 'listJobOutput',
    answers: { 200: { content: LISTING } },
  })
  list(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answers.send(id, undefined, request, reply);
  }

  @Get('*')
  @DescribeFile(
    'Read a file of a job, or follow it while the job runs, or list a directory; `Range` reads a part',
    'getJobOutput',
    'Path inside the directory of the job: `stdout`.',
  )
  read(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answers.send(id, undefined, request, reply);
  }
}

const ATTEMPT = { name: 'attempt', schema: schema.integer('From 1.', { minimum: 1 }) };

/** `…/jobs/{id}/attempts/{n}/output/…`: the files of one attempt; release 4.3 only. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/attempts/:attempt/output`)
export class AttemptOutputController {
  constructor(private readonly answers: OutputSenderService) {}

  @Get()
  @ApiParam(ATTEMPT)
  @Describe('List the directory of an attempt of a job', {
    id: 'listAttemptOutput',
    answers: { 200: { content: LISTING } },
  })
  list(
    @Param('id') id: string,
    @Param('attempt') attempt: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answers.send(id, attempt, request, reply);
  }

  @Get('*')
  @ApiParam(ATTEMPT)
  @DescribeFile(
    'Read a file of an attempt of a job, or follow a file of the latest attempt, or list a directory',
    'getAttemptOutput',
    'Path inside the directory of the attempt: `stdout`.',
  )
  read(
    @Param('id') id: string,
    @Param('attempt') attempt: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answers.send(id, attempt, request, reply);
  }
}

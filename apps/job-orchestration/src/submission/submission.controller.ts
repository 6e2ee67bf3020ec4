import { HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, getSchemaPath } from '@nestjs/swagger';
import { Access, Describe, Role, emptyAnswer, errorAnswer, schema } from '@portolan/service';
import { DeclaredParametersOnly, Flag, refuseUnknownParameters } from '@portolan/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Api, ApiController, jobHref, type ApiView } from '../http/api-address';
import { EXAMPLE_API } from '../http/hal-routes';
import { EXAMPLE_JOB, EXAMPLE_SUBMISSION } from '../jobs/job-example';
import { JobSubmission } from '../jobs/job-request.dto';
import { ENDPOINTS } from '../releases/release-table';
import { SubmissionService } from './submission.service';

const SUBMISSION = { $ref: getSchemaPath(JobSubmission) };

const CONTENT = {
  'application/json': { schema: SUBMISSION },
  'multipart/form-data': {
    schema: schema.named(
      'JobSubmissionWithFiles',
      schema.object(
        { request: SUBMISSION, attachment: schema.list(schema.text(undefined, { format: 'binary' })) },
        ['attachment'],
      ),
    ),
    encoding: { request: { contentType: 'application/json' } },
    example: { request: EXAMPLE_SUBMISSION },
  },
};
const SUBMITTED = emptyAnswer(
  'The job was accepted; `Location` is its address.',
  jobHref(EXAMPLE_JOB.id, EXAMPLE_API.href),
);

/** Parameters of a rerun. A misspelt one would run the whole array again. */
@DeclaredParametersOnly()
class RerunParameters {
  @Flag({ optional: true, coerce: 'parameter', description: 'Only the elements of an array that failed.' })
  failed?: boolean;
}

/** Submits jobs (V3-JOB-1, V3-JOB-18, V3-JOB-25). */
@ApiController('jobs')
export class JobSubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Post()
  @Access(Role.Submitter)
  @HttpCode(202)
  @Describe('Submit a job', {
    id: 'submitJob',
    body: { example: EXAMPLE_SUBMISSION, content: CONTENT },
    answers: {
      202: SUBMITTED,
      404: errorAnswer('An application that it names does not exist.'),
      409: errorAnswer('The id is taken.'),
      412: errorAnswer('A rule is broken, or nothing matches.'),
      413: errorAnswer('Attachments are too many or too large.'),
      429: errorAnswer('The user has too many active jobs.'),
      503: errorAnswer('No jobs are taken now.'),
    },
  })
  // Without an optional parameter, openapi-python-client writes a function of two body types that cannot be imported.
  @ApiHeader({
    name: 'X-Request-Id',
    required: false,
    description:
      'The id of the request in logs, audit entries and calls of other services. Default: a new one.',
  })
  @ApiExtraModels(JobSubmission)
  async submit(
    @Req() request: FastifyRequest,
    @Api() { href }: ApiView,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    reply.header('Location', jobHref(await this.submissions.receive(request), href));
  }

  @Post(':id/rerun')
  @Access(Role.Submitter)
  @HttpCode(202)
  @Describe('Submit the request again, with its attachments; or only the failed elements of an array', {
    id: 'rerunJob',
    answers: {
      202: SUBMITTED,
      409: errorAnswer('With `failed`: no array that has ended, or no element failed.'),
      412: errorAnswer('No cluster and command fit the request of that job any more.'),
    },
  })
  async rerun(
    @Param('id') id: string,
    @Query() parameters: RerunParameters,
    @Req() request: FastifyRequest,
    @Api() { href, release }: ApiView,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (!ENDPOINTS[release].jobGraph) refuseUnknownParameters(parameters, []);
    const { failed } = parameters;
    reply.header('Location', jobHref(await this.submissions.rerun(id, failed ?? false, request), href));
  }
}

import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Access,
  Caller,
  Describe,
  Role,
  errorAnswer,
  jsonAnswer,
  malformed,
  schema,
  type AnswerNote,
  type Principal,
} from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { JobListQuery } from '../job-lists/job-list.dto';
import { JobListService } from '../job-lists/job-list.service';
import { JobReaderService } from '../jobs/job-reader.service';
import { JOB_SCHEMA } from '../jobs/job-record.dto';
import { requesterOf } from '../jobs/requester';
import { JobCommandsService, reasonOf } from '../lifecycle/job-commands.service';
import { NO_CLUSTER, NO_JOB, textAnswer } from '../openapi/answers';
import * as examples from '../openapi/examples';
import { NoParameters } from '../query/query-parameters.dto';
import { JobSubmissionService } from '../submission/job-submission.service';
import { toSubmission } from '../submission/submission-request';
import { SubmitRequest } from '../submission/submission.dto';
import { NamedInBody } from './named-in-body';
import { OlderKillRequest, OlderResubmitRequest, OlderScaleRequest } from './legacy-jobs.dto';

/** Declares a command, which answers 200 with a text. */
const Command = (
  path: string,
  [summary, id]: [summary: string, id: string],
  example: object,
  told: string,
  errors: Record<number, AnswerNote>,
): MethodDecorator =>
  applyDecorators(
    Describe(summary, {
      id,
      isAlias: true,
      body: { example },
      answers: { 200: textAnswer(told, 'Done.'), ...errors },
    }),
    Post(path),
    Access(Role.Submitter),
    HttpCode(200),
    Header('Content-Type', 'text/plain; charset=utf-8'),
  );

/** Jobs at the addresses from before v1 (V1-OLDER-3), which the Java client of older releases sends to. Errors are those of v1. */
@ApiTags('older addresses')
@UseInterceptors(NamedInBody)
@Controller('api')
export class LegacyJobsController {
  constructor(
    private readonly submission: JobSubmissionService,
    private readonly commands: JobCommandsService,
    private readonly reader: JobReaderService,
    private readonly jobs: JobListService,
  ) {}

  @Command('submit', ['Submit a job', 'submitJobOlder'], examples.submission, examples.JOB, {
    404: NO_CLUSTER,
  })
  async submit(@Body() body: SubmitRequest, @Caller() caller?: Principal): Promise<string> {
    return (await this.submission.submit(body.name, toSubmission(body, caller))).id;
  }

  /** The text is a JSON array, as it was. */
  @Command(
    'jobs/kill',
    ['Kill a job and its workers', 'killJobOlder'],
    { JobId: examples.JOB, user: 'ann', reason: 'not needed' },
    `["${examples.JOB} Killed"]`,
    { 404: NO_JOB },
  )
  async kill(@Body() { JobId, user, reason }: OlderKillRequest, @Caller() caller?: Principal) {
    await this.commands.kill(JobId, requesterOf(user, caller), reasonOf(reason), caller);
    return JSON.stringify([`${JobId} Killed`]);
  }

  @Command(
    'jobs/scaleStage',
    ['Change the number of workers of a stage', 'scaleStageOlder'],
    examples.scaleStage,
    `Stage 1 of ${examples.JOB} scaled to 2 workers`,
    { 404: NO_JOB, 409: errorAnswer('The stage cannot be scaled.') },
  )
  async scaleStage(@Body() body: OlderScaleRequest, @Caller() caller?: Principal): Promise<string> {
    requesterOf(body.User, caller);
    await this.commands.scaleStage(body.JobId, body, caller);
    return `Stage ${body.StageNumber} of ${body.JobId} scaled to ${body.NumWorkers} workers`;
  }

  @Command(
    'jobs/resubmitWorker',
    ['Replace a worker with a new one', 'resubmitWorkerOlder'],
    examples.resubmitWorker,
    `Worker 1 of job ${examples.JOB} resubmitted`,
    { 404: NO_JOB },
  )
  async resubmitWorker(@Body() body: OlderResubmitRequest, @Caller() caller?: Principal): Promise<string> {
    await this.commands.resubmitWorker(body.JobId, body, requesterOf(body.user, caller), caller);
    return `Worker ${body.workerNumber} of job ${body.JobId} resubmitted`;
  }

  @Describe('Read a job with its stages and workers', {
    id: 'getJobOlder',
    isAlias: true,
    answers: { 200: jsonAnswer(JOB_SCHEMA, examples.jobRecord) },
  })
  @Get('jobs/list/:jobId')
  read(@Param('jobId') jobId: string, @Query() _query: NoParameters, @Caller() caller?: Principal) {
    return this.reader.record(jobId, caller);
  }

  @Describe('List the jobs whose cluster matches a pattern, without an envelope', {
    id: 'listJobsOlder',
    isAlias: true,
    never: [404],
    answers: { 200: jsonAnswer(schema.list(JOB_SCHEMA), [examples.jobRecord]) },
  })
  @Get('jobs/list/matching/:pattern')
  async list(
    @Param('pattern') matching: string,
    @Query() query: JobListQuery,
    @Req() { url }: FastifyRequest,
    @Caller() caller?: Principal,
  ): Promise<object[]> {
    if (query.matching !== undefined)
      throw malformed('matching', 'matching must not be given: the address has the pattern');
    return (await this.jobs.page(Object.assign(query, { matching }), url, caller)).list;
  }
}

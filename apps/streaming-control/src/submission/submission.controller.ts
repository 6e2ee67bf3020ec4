import { Body, Controller, HttpCode, Param, Post, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller, Describe, Role, jsonAnswer, type Principal } from '@portolan/service';
import { refused } from '../errors/refusals';
import { API_PATH } from '../http/api-path';
import { JobReaderService } from '../jobs/job-reader.service';
import { jobRecord } from '../jobs/job-record';
import { JOB_SCHEMA, StreamJobResponse } from '../jobs/job-record.dto';
import { requesterOf } from '../jobs/requester';
import { NO_CLUSTER } from '../openapi/answers';
import * as examples from '../openapi/examples';
import { JobSubmissionService, type SubmittedJob } from './job-submission.service';
import { toSubmission } from './submission-request';
import { QuickSubmitRequest, SubmitRequest } from './submission.dto';

const JOB = jsonAnswer(JOB_SCHEMA, examples.jobRecord, 'The job was accepted.');

/** Declares a route that submits a job and answers 201 with its record. */
const Submit = (path: string, summary: string, id: string, example: object): MethodDecorator =>
  applyDecorators(
    Describe(summary, { id, body: { example }, answers: { 201: JOB, 404: NO_CLUSTER } }),
    Post(path),
    Access(Role.Submitter),
    HttpCode(201),
  );

/** Submits jobs (V1-JOB-6, V1-JOB-7). */
@ApiTags('jobs')
@Controller(API_PATH)
export class StreamSubmissionController {
  constructor(
    private readonly submission: JobSubmissionService,
    private readonly reader: JobReaderService,
  ) {}

  @Submit('jobs', 'Submit a job', 'submitJob', examples.submission)
  async submit(@Body() body: SubmitRequest, @Caller() caller?: Principal): Promise<object> {
    return this.recordOf(await this.submission.submit(body.name, toSubmission(body, caller)), caller);
  }

  @Submit(
    'jobClusters/:clusterName/jobs',
    'Submit a job of a cluster',
    'submitJobToCluster',
    examples.submission,
  )
  async submitToCluster(
    @Param('clusterName') cluster: string,
    @Body() body: SubmitRequest,
    @Caller() caller?: Principal,
  ): Promise<object> {
    if (body.name === cluster) return this.submit(body, caller);
    throw refused(
      `Cluster name specified in request payload [${body.name}] does not match with what specified in resource endpoint [${cluster}]`,
    );
  }

  @Submit(
    'jobs/actions/quickSubmit',
    "Submit the last job's definition again, with the cluster's newest artifact",
    'quickSubmitJob',
    examples.action,
  )
  async quickSubmit(@Body() body: QuickSubmitRequest, @Caller() caller?: Principal): Promise<object> {
    return this.recordOf(
      await this.submission.quickSubmit(body.name, requesterOf(body.user, caller)),
      caller,
    );
  }

  private recordOf(
    { id, parts }: SubmittedJob,
    caller: Principal | undefined,
  ): Promise<StreamJobResponse> | StreamJobResponse {
    return parts ? jobRecord(parts, caller) : this.reader.record(id, caller);
  }
}

import { Body, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Describe, Role, errorAnswer, jsonAnswer, schema } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { ApiController } from '../http/api-address';
import { EXAMPLE_SUBMISSION } from '../jobs/job-example';
import { JobSubmission } from '../jobs/job-request.dto';
import {
  EXAMPLE_RESOLUTION,
  EXAMPLE_SELECTION,
  JobResolutionResponse,
  JobSelectionResponse,
} from './job-selection.dto';
import { SelectionExplanationService } from './selection-explanation.service';

/** Explains the selection of cluster and command. */
@ApiController('jobs')
export class SelectionController {
  constructor(private readonly selections: SelectionExplanationService) {}

  @Post('resolve')
  @Access(Role.Submitter)
  @HttpCode(200)
  @Describe('Preview the selection of a cluster and a command, with reasons; nothing is stored', {
    id: 'resolveJob',
    body: { example: EXAMPLE_SUBMISSION },
    answers: {
      200: jsonAnswer(
        schema.ref(JobResolutionResponse),
        EXAMPLE_RESOLUTION,
        'The selection, and the reason for each resource that was not selected.',
      ),
      412: errorAnswer('A rule is broken.'),
    },
  })
  @ApiBody({ type: JobSubmission })
  resolve(@Body() body: unknown, @Req() request: FastifyRequest): Promise<JobResolutionResponse> {
    return this.selections.dryRun(body, request);
  }

  @Get(':id/selection')
  @Describe('Explain which cluster and command a job got, and why not others', {
    id: 'getJobSelection',
    answers: { 200: jsonAnswer(schema.ref(JobSelectionResponse), EXAMPLE_SELECTION) },
  })
  ofJob(@Param('id') id: string): Promise<JobSelectionResponse> {
    return this.selections.ofJob(id);
  }
}

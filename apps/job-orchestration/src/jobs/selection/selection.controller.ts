import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Access, Role } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { API_PATH } from '../../http/api-address';
import { JobSubmission } from '../job-request.dto';
import { JobSelectionService } from './job-selection.service';

/** Why this cluster and this command. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs`)
export class SelectionController {
  constructor(private readonly selections: JobSelectionService) {}

  @Post('resolve')
  @Access(Role.Submitter)
  @HttpCode(200)
  @ApiOperation({ summary: 'What would be selected for this job now, and why; nothing is stored' })
  @ApiResponse({ status: 200, description: 'What was selected, and what was not.' })
  @ApiResponse({ status: 412, description: 'A rule is broken.' })
  resolve(@Body() body: JobSubmission, @Req() request: FastifyRequest): Promise<object> {
    return this.selections.dryRun(body, request);
  }

  @Get(':id/selection')
  @ApiOperation({ summary: 'Why the job got its cluster and its command, and why not others' })
  ofJob(@Param('id') id: string): Promise<object> {
    return this.selections.ofJob(id);
  }
}

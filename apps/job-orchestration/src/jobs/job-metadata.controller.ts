import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { HAL_JSON } from '@portolan/hal';
import type { FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from '../http/api-address';
import { showMetadata } from './job-view';
import { JobsService } from './jobs.service';

/** Metadata of jobs; releases before 4.0 do not have it. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/metadata`)
export class JobMetadataController {
  constructor(
    private readonly jobs: JobsService,
    private readonly address: ApiAddress,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Where it came from and how much it wrote' })
  @Header('Content-Type', HAL_JSON)
  async metadata(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return showMetadata(await this.jobs.get(id), this.address.view(request));
  }
}

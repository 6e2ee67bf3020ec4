import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { publicUrl } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { StreamingConfig } from '../config/streaming-config';
import { masterConfigs, masterInfo } from './master-info';

/** Information about the service itself (streaming-control-v1, Admin). */
@ApiTags('admin')
@Controller('api/v1')
export class AdminController {
  private readonly startedAt = Date.now();

  constructor(private readonly config: StreamingConfig) {}

  @ApiOperation({ summary: 'Address of the API, as clients reach it' })
  @Get('masterInfo')
  info(@Req() request: FastifyRequest): object {
    return masterInfo(publicUrl(this.config, request), this.startedAt);
  }

  @ApiOperation({ summary: 'The settings that clients of the platform need' })
  @Get('masterConfigs')
  configs(): object[] {
    return masterConfigs();
  }
}

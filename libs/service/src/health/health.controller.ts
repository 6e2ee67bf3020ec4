import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ServiceConfig } from '../config/service-config';
import { Readiness } from './readiness';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'The process answers' })
  live(): { status: string } {
    return { status: 'up' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Database, Redis and what else is needed really answer; 503 otherwise' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { ready, report } = await this.readiness.report(this.config.HEALTH_TIMEOUT_MS);
    reply.code(ready ? 200 : 503);
    return { status: ready ? 'up' : 'down', checks: report };
  }
}

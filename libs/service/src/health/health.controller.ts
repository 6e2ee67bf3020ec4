import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ServiceConfig } from '../config/service-config';
import { Describe } from '../openapi/describe-route';
import { Field, jsonAnswer, schema } from '../openapi/schema';
import { Readiness } from './readiness';

const { choice, map, ref, text } = schema;
const CHECKS = { database: 'up', redis: 'up' };

class LivenessResponse {
  @Field(choice(['up'])) status!: 'up';
}

/** Serves the health of the process. */
class HealthResponse {
  @Field(choice(['up', 'down'])) status!: 'up' | 'down';
  @Field(map(text('`up`, or the reason why not.'), 'Everything that the service depends on.'))
  checks!: Readonly<Record<string, string>>;
}

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(ServiceConfig) private readonly config: ServiceConfig,
  ) {}

  @Get('live')
  @Describe('Check that the process responds', {
    id: 'getLiveness',
    answers: { 200: jsonAnswer(ref(LivenessResponse), { status: 'up' }) },
  })
  live(): LivenessResponse {
    return { status: 'up' };
  }

  @Get('ready')
  @Describe('Check that database, Redis and all other dependencies respond; 503 otherwise', {
    id: 'getReadiness',
    answers: {
      200: jsonAnswer(ref(HealthResponse), { status: 'up', checks: CHECKS }),
      503: jsonAnswer(
        ref(HealthResponse),
        { status: 'down', checks: { ...CHECKS, database: 'no answer within 1000 ms' } },
        'A dependency is unreachable.',
      ),
    },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthResponse> {
    const { ready, report } = await this.readiness.report(this.config.HEALTH_TIMEOUT_MS);
    reply.code(ready ? 200 : 503);
    return { status: ready ? 'up' : 'down', checks: report };
  }
}

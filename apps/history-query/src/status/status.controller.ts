import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MediaType } from '../query/answer';
import { sendAnswer } from '../query/send-answer';
import { StatusAnswer } from './status.dto';
import { StatusService } from './status.service';

/** `GET /api/v2/status`. */
@Controller(['api/v2/status', 'REST/v2/status'])
export class StatusController {
  constructor(private readonly statuses: StatusService) {}

  @Get()
  @ApiOperation({ summary: 'Each collection: last crawl, degraded or not, counts' })
  @ApiOkResponse({ type: StatusAnswer })
  async status(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const status = await this.statuses.status();
    sendAnswer(request, reply, { type: MediaType.Json, body: JSON.stringify(status) });
  }
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MediaType } from '../answers/answer';
import { sendAnswer } from '../answers/send-answer';
import { status as example } from '../openapi/examples';
import { ApiNotModified } from '../openapi/not-modified';
import { StatusAnswer } from './status.dto';
import { StatusService } from './status.service';

const SUMMARY = 'Each collection: last crawl, degraded or not, counts';
const ANSWER = { type: StatusAnswer, description: 'The state of every collection.', example };

@Controller()
export class StatusController {
  constructor(private readonly statuses: StatusService) {}

  @Get('api/v2/status')
  @ApiOperation({ operationId: 'getStatus', summary: SUMMARY })
  @ApiOkResponse(ANSWER)
  @ApiNotModified()
  async status(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const status = await this.statuses.status();
    sendAnswer(request, reply, { type: MediaType.Json, body: JSON.stringify(status) });
  }

  @Get('REST/v2/status')
  @ApiOperation({ operationId: 'getStatusOlder', summary: SUMMARY, deprecated: true })
  @ApiOkResponse(ANSWER)
  @ApiNotModified()
  statusByAlias(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.status(request, reply);
  }
}

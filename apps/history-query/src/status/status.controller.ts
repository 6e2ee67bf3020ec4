import { Controller, Get, Req, Res } from '@nestjs/common';
import { Describe, emptyAnswer, jsonAnswer, schema } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '../address/api-path';
import { MediaType } from '../answers/answer';
import { sendAnswer } from '../answers/send-answer';
import { status as example } from '../openapi/examples';
import { StatusAnswer } from './status.dto';
import { StatusService } from './status.service';

const SUMMARY = 'Get the state of every collection: last crawl, degraded or not, counts';
const ANSWERS = {
  200: jsonAnswer(schema.ref(StatusAnswer), example, 'The state of every collection.'),
  304: emptyAnswer('Not changed: `If-None-Match` names the entity tag.'),
};

@Controller()
export class StatusController {
  constructor(private readonly statuses: StatusService) {}

  @Get(`${API_PATH}/status`)
  @Describe(SUMMARY, { id: 'getStatus', answers: ANSWERS })
  async status(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const status = await this.statuses.status();
    sendAnswer(request, reply, { type: MediaType.Json, body: JSON.stringify(status) });
  }

  @Get('REST/v2/status')
  @Describe(SUMMARY, { id: 'getStatusOlder', isAlias: true, answers: ANSWERS })
  statusByAlias(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.status(request, reply);
  }
}

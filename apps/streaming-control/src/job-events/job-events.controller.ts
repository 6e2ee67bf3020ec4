import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Describe, emptyAnswer, wantsEvents } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { API_PATH } from '../http/api-path';
import { EVENTS_ANSWER, JobEventsQuery } from './job-events.dto';
import { JobEventsService } from './job-events.service';

/** Serves the events of a job, as a list or as a stream (V1-EVENT-1 to V1-EVENT-4). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:jobId/events`)
export class JobEventsController {
  constructor(private readonly events: JobEventsService) {}

  @Get()
  @Describe('Get what happened to a job; as `text/event-stream`, also what happens until it is over', {
    id: 'getJobEvents',
    answers: { 200: EVENTS_ANSWER, 204: emptyAnswer('Resumed after the last event: nothing follows.') },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'Resumes a stream after this event, whatever `since` and `limit` say; 0: from the first one.',
  })
  async read(
    @Param('jobId') jobId: string,
    @Query() query: JobEventsQuery,
    @Headers('accept') accept: string | undefined,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (wantsEvents(accept)) await this.events.stream(jobId, query, lastEventId, reply);
    else await reply.send({ list: await this.events.list(jobId, query) });
  }
}

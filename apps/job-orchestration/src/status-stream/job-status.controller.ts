import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import {
  CachedResponse,
  Describe,
  beginEvents,
  emptyAnswer,
  errorAnswer,
  wantsEvents,
} from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { API_PATH } from '../http/api-address';
import { JobsService } from '../jobs/jobs.service';
import { historyOf, isFinished } from '../jobs/job-status';
import { STATUS_ANSWER } from './job-status.dto';
import { OpenStatusStreamsService } from './open-status-streams.service';
import { readLastEventId } from './status-frames';
import { StatusStreamsService } from './status-streams.service';

/** The status of a job, once or as a stream. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/status`)
export class JobStatusController {
  constructor(
    private readonly jobs: JobsService,
    private readonly open: OpenStatusStreamsService,
    private readonly streams: StatusStreamsService,
  ) {}

  @CachedResponse()
  @Get()
  @Describe('Get the status of a job; as `text/event-stream`, every change until the job is over', {
    id: 'getJobStatus',
    answers: {
      200: STATUS_ANSWER,
      204: emptyAnswer('Resumed after the last event: nothing follows.'),
      503: errorAnswer('Too many streams.'),
    },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Resumes a stream after this event; 0: from the first state.',
  })
  async status(
    @Param('id') id: string,
    @Headers('accept') accept: string | undefined,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (wantsEvents(accept)) await this.stream(id, lastEventId, reply);
    else await reply.send({ status: await this.jobs.status(id) });
  }

  private async stream(id: string, lastEventId: string | undefined, reply: FastifyReply): Promise<void> {
    this.open.requireRoom();
    const job = await this.jobs.get(id);
    const history = historyOf(job);
    const seen = readLastEventId(lastEventId, history);
    // 204 keeps a browser's EventSource from reconnecting.
    if (seen === history.length && isFinished(job.status)) await reply.code(204).send();
    else this.streams.add(job, seen, beginEvents(reply));
  }
}

import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { beginEvents } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { API_PATH } from '../../http/api-address';
import { JobsService } from '../jobs.service';
import { isFinished } from '../job-status';
import { historyOf } from '../status-history';
import { readLastEventId } from './status-frames';
import { StatusStreams } from './status-streams.service';

/** The status of a job, once or as a stream. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/status`)
export class JobStatusController {
  constructor(
    private readonly jobs: JobsService,
    private readonly streams: StatusStreams,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The status only; as `text/event-stream` every change until the job is over' })
  @ApiHeader({ name: 'last-event-id', required: false, description: 'Resumes a stream after this event.' })
  @ApiProduces('application/json', 'text/event-stream')
  @ApiResponse({ status: 204, description: 'Resumed after the last event: nothing follows.' })
  @ApiResponse({ status: 503, description: 'Too many streams.' })
  async status(
    @Param('id') id: string,
    @Headers('accept') accept: string | undefined,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (accept?.includes('text/event-stream')) await this.stream(id, lastEventId, reply);
    else await reply.send({ status: await this.jobs.status(id) });
  }

  private async stream(id: string, lastEventId: string | undefined, reply: FastifyReply): Promise<void> {
    this.streams.requireRoom();
    const job = await this.jobs.get(id);
    const history = historyOf(job);
    const seen = readLastEventId(lastEventId, history);
    // To browsers this says that they need not connect again.
    if (seen === history.length && isFinished(job.status)) await reply.code(204).send();
    else this.streams.add(job, seen, beginEvents(reply));
  }
}

import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Describe, notFound } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '../http/api-path';
import { textAnswer } from '../openapi/answers';
import { NoParameters } from '../query/query-parameters.dto';
import { WorkerOutputService } from './worker-output.service';

/** Headers that are passed on from the node to the client. */
const PASSED = ['accept-ranges', 'content-length', 'content-range', 'last-modified'];

@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:jobId/workers/:workerNumber/output`)
export class WorkerOutputController {
  constructor(private readonly output: WorkerOutputService) {}

  @Get(':file')
  @Describe('Read stdout or stderr of a worker, while it runs and afterwards', {
    id: 'getWorkerOutput',
    answers: {
      200: textAnswer('window 1: 1742 visits\n', 'The file.'),
      206: textAnswer('visits\n', 'The part that `Range` requested.'),
    },
  })
  @ApiParam({ name: 'workerNumber', schema: { type: 'integer', minimum: 0, maximum: 999_999_999 } })
  @ApiParam({ name: 'file', schema: { type: 'string', enum: ['stdout', 'stderr'] } })
  @ApiHeader({ name: 'Range', required: false, description: 'Reads a part: `bytes=-1000`' })
  @ApiResponse({ status: 416, description: 'The range begins beyond the end of the file.' })
  async read(
    @Param('jobId') jobId: string,
    @Param('workerNumber') workerNumber: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() _query: NoParameters,
  ): Promise<void> {
    if (!/^\d{1,9}$/.test(workerNumber)) throw notFound(`${workerNumber} is not a worker number`);
    const { range } = request.headers;
    await send(await this.output.open(jobId, Number(workerNumber), file, range), request, reply);
  }
}

/** Streams at the client's pace; a client that disconnects ends the transfer from the node. */
async function send(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.code(response.status).type('text/plain; charset=utf-8').header('X-Content-Type-Options', 'nosniff');
  for (const header of PASSED) {
    const value = response.headers.get(header);
    if (value !== null) reply.header(header, value);
  }
  const body = request.method === 'HEAD' ? null : response.body;
  if (!body) await response.body?.cancel();
  await reply.send(body ? Readable.fromWeb(body) : Readable.from([]));
}

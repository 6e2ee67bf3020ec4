import { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { notFound } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WorkerOutput } from './worker-output.service';

/** Headers of a file that pass from the node to the client. */
const PASSED = ['accept-ranges', 'content-length', 'content-range', 'last-modified'];

/** What worker processes write. */
@ApiTags('jobs')
@Controller('api/v1/jobs/:jobId/workers/:workerNumber/output')
export class WorkerOutputController {
  constructor(private readonly output: WorkerOutput) {}

  @Get(':file')
  @ApiOperation({ summary: 'stdout or stderr of a worker, while it runs and after; plain text' })
  @ApiHeader({ name: 'Range', required: false, description: 'Reads a part: `bytes=-1000`' })
  @ApiResponse({ status: 206, description: 'A part, as `Range` asked for.' })
  @ApiResponse({ status: 416, description: 'The range lies beyond the end of the file.' })
  async read(
    @Param('jobId') jobId: string,
    @Param('workerNumber') workerNumber: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!/^\d{1,9}$/.test(workerNumber)) throw notFound(`${workerNumber} is no number of a worker`);
    const { range } = request.headers;
    await send(await this.output.open(jobId, Number(workerNumber), file, range), request, reply);
  }
}

/** Streams at the client's pace; a client that goes away ends the transfer from the node. */
async function send(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.code(response.status).type('text/plain; charset=utf-8').header('X-Content-Type-Options', 'nosniff');
  for (const header of PASSED) {
    const value = response.headers.get(header);
    if (value !== null) reply.header(header, value);
  }
  if (request.method === 'HEAD' || !response.body) {
    await response.body?.cancel();
    await reply.send(Readable.from([]));
    return;
  }
  await reply.send(Readable.fromWeb(response.body));
}

import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiServiceUnavailableResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MediaType, type Answer } from './answer';
import { inChunks } from './chunks';
import { ErrorBody } from './error-body.dto';
import { QueryService } from './query.service';

const PREFIX = '/api/v2/';

/** Queries of API v2. The whole address is ours: neither framework may decode or split it. */
@Controller('api/v2')
export class QueryController {
  constructor(private readonly queries: QueryService) {}

  @Get('*')
  @ApiOperation({
    summary: 'Resources and their revisions: {area}/{collection}[/{id}][;arguments][:(fields)]',
  })
  @ApiProduces(MediaType.Json, MediaType.Script, MediaType.Text)
  @ApiParam({
    name: 'path',
    description: 'As it stands in the address, matrix arguments and field selector included',
    example: 'view/instances;state.name=running;_expand:(instanceId,tags:(key,value))',
  })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'The address can not be read' })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'There is and was no such document' })
  @ApiGoneResponse({ type: ErrorBody, description: 'The document is no longer valid' })
  @ApiServiceUnavailableResponse({ type: ErrorBody, description: 'The database is away' })
  @ApiOkResponse({ description: 'A document, a list of documents or ids, or a unified diff' })
  async query(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    send(reply, await this.queries.answer(addressOf(request.raw.url ?? '')));
  }
}

/** What follows the prefix, without the query string. */
function addressOf(url: string): string {
  const start = url.indexOf(PREFIX) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

function send(reply: FastifyReply, { type, body }: Answer): void {
  void reply.header('content-type', type);
  if (type === MediaType.Script) void reply.header('x-content-type-options', 'nosniff');
  void reply.send(typeof body === 'string' || Buffer.isBuffer(body) ? toBuffer(body) : bodyOf(body));
}

/** A buffer keeps the media type as it is; to a text Fastify would add a charset. */
const toBuffer = (body: string | Buffer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);

/** What fits into one chunk is sent at once; more is made as fast as the client reads it. */
function bodyOf(pieces: Iterable<string>): Buffer | Readable {
  const chunks = inChunks(pieces);
  const first = chunks.next();
  if (first.done) return Buffer.alloc(0);
  const second = chunks.next();
  if (second.done) return first.value;
  return Readable.from(
    (function* () {
      yield first.value;
      yield second.value;
      yield* chunks;
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
}

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
import { entityTag, namesTag } from '../rendering/entity-tag';
import { ErrorBody } from './error-body.dto';
import { QueryService } from './query.service';

/** Both addresses of the API end with this (reference: history, Collections). */
const PREFIX = '/v2/';

/** Queries of API v2. The whole address is ours: neither framework may decode or split it. */
@Controller(['api/v2', 'REST/v2'])
export class QueryController {
  constructor(private readonly queries: QueryService) {}

  @Get('*')
  @ApiOperation({
    summary: 'Resources and their revisions: {area}/{collection}[/{id}][;arguments][:(fields)]',
  })
  @ApiProduces(MediaType.Json, MediaType.Script, MediaType.Text, MediaType.Patch)
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
    const { accept, 'if-none-match': known } = request.headers;
    send(reply, await this.queries.answer(addressOf(request.raw.url ?? ''), accept), known);
  }
}

/** What follows the prefix, without the query string. */
function addressOf(url: string): string {
  const start = url.indexOf(PREFIX) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/** @param known `If-None-Match` of the request: what the client has need not be sent again */
function send(reply: FastifyReply, { type, body, tag: given }: Answer, known: string | undefined): void {
  if (given !== undefined && known !== undefined && namesTag(known, given)) return notModified(reply, given);
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? toBuffer(body) : bodyOf(body);
  const tag = given ?? (Buffer.isBuffer(sent) ? entityTag(sent) : undefined);
  if (tag !== undefined && known !== undefined && namesTag(known, tag)) return notModified(reply, tag);
  void reply.header('content-type', type);
  if (tag !== undefined) void reply.header('etag', tag);
  if (type === MediaType.Patch || type === MediaType.Text) void reply.header('vary', 'accept');
  if (type === MediaType.Script) void reply.header('x-content-type-options', 'nosniff');
  void reply.send(sent);
}

const notModified = (reply: FastifyReply, tag: string): void =>
  void reply.status(304).header('etag', tag).send();

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

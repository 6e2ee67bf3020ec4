import { Controller, Get, Req, Res } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiGoneResponse,
  ApiHeader,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiServiceUnavailableResponse,
} from '@nestjs/swagger';
import { beginEvents, whenClosed, writeFrames } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FeedService } from '../feed/feed.service';
import { MediaType, accepts, type Answer } from './answer';
import { BegunAnswers } from './begun-answers';
import { ErrorBody } from './error-body.dto';
import { QUERY_ADDRESSES, pathOf, refuseQueryModifiers } from './query-path';
import { QueryService } from './query.service';
import { ScriptGuard } from './script-guard';
import { sendAnswer } from './send-answer';

const PATH_DESCRIPTION =
  'As it stands in the address, matrix arguments and field selector included. Modifiers begin with `_` and are separated by ' +
  '`;`. `_at`, `_since` and `_until` take epoch milliseconds, ISO 8601 with `Z` or an offset (`2026-10-07T12:00:00Z`, ' +
  '`20261007T120000Z`), `now`, and ages (`-90s`, `-30m`, `-2h`, `-7d`).';

const UNREADABLE =
  'The address can not be read: an unknown modifier, one in the query string, a value, time or field selector that can not ' +
  'be read, an unknown collection. The message quotes what is wrong and names what comes closest.';

/** Queries of API v2. The whole address is ours: neither framework may decode or split it. */
@Controller(QUERY_ADDRESSES)
export class QueryController {
  constructor(
    private readonly queries: QueryService,
    private readonly feeds: FeedService,
    private readonly begun: BegunAnswers,
    private readonly scripts: ScriptGuard,
  ) {}

  @Get('*')
  @ApiOperation({
    summary: 'Resources and their revisions: {area}/{collection}[/{id}][;arguments][:(fields)]',
  })
  @ApiProduces(MediaType.Json, MediaType.Script, MediaType.Text, MediaType.Patch, MediaType.Events)
  @ApiParam({
    name: 'path',
    description: PATH_DESCRIPTION,
    example: 'view/instances;state.name=running;_expand:(instanceId,tags:(key,value))',
  })
  @ApiBadRequestResponse({ type: ErrorBody, description: UNREADABLE })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'There is and was no such document' })
  @ApiGoneResponse({
    type: ErrorBody,
    description: 'The document is no longer valid, or the changes to go on from are not kept',
  })
  @ApiServiceUnavailableResponse({ type: ErrorBody, description: 'The database is away' })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'With Accept: text/event-stream: the change after which the feed goes on',
  })
  @ApiOkResponse({
    description: 'A document, a list of documents or ids, a diff, or a feed of changes (text/event-stream)',
  })
  async query(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    refuseQueryModifiers(request.raw.url ?? '');
    const [path, accept] = [pathOf(request.raw.url ?? ''), request.headers.accept ?? ''];
    if (accepts(accept, MediaType.Events)) await this.follow(path, request, reply);
    else sendAnswer(request, reply, await (this.begun.of(request.raw) ?? this.answer(path, accept, request)));
  }

  private answer(path: string, accept: string, request: FastifyRequest): Promise<Answer> {
    return this.queries.answer(path, accept, () => this.scripts.admit(request));
  }

  /** The change feed: ends when the client goes, or when the service does. */
  private async follow(path: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const lastEventId = request.headers['last-event-id'];
    const feed = await this.feeds.open(path, lastEventId === undefined ? undefined : String(lastEventId));
    const response = beginEvents(reply);
    if (request.method === 'HEAD') return;
    const client = new AbortController();
    whenClosed(response, () => client.abort());
    await writeFrames(response, this.feeds.frames(feed, client), client.signal);
  }
}

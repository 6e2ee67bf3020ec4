import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { beginEvents, wantsEvents, whenClosed, writeFrames } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ALIAS_ROUTE, QUERY_ROUTE, pathOf } from '../address/api-path';
import { refuseQueryModifiers } from '../address/modifiers';
import type { Answer } from '../answers/answer';
import { sendAnswer } from '../answers/send-answer';
import { FeedService } from '../feed/feed.service';
import { QueryService } from '../query/query.service';
import { QueryOperation } from './query-operation';
import { ScriptGuard } from './script-guard';

/** Queries of API v2. The service parses the whole address itself: neither framework may decode or split it. */
@ApiTags('Query')
@Controller()
export class ResourcesController {
  constructor(
    private readonly queries: QueryService,
    private readonly feeds: FeedService,
    private readonly scripts: ScriptGuard,
  ) {}

  @Get(QUERY_ROUTE)
  @QueryOperation('query')
  async query(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    refuseQueryModifiers(request.raw.url ?? '');
    const [path, accept] = [pathOf(request.raw.url ?? ''), request.headers.accept ?? ''];
    if (wantsEvents(accept)) await this.follow(path, request, reply);
    else sendAnswer(request, reply, await this.answer(path, accept, request));
  }

  @Get(ALIAS_ROUTE)
  @QueryOperation('queryOlder', true)
  queryByAlias(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.query(request, reply);
  }

  private answer(path: string, accept: string, request: FastifyRequest): Promise<Answer> {
    return this.queries.answer(path, accept, () => this.scripts.admit(request));
  }

  /** Sends the change feed until the client disconnects or the service stops. */
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

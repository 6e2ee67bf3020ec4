import { Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { Describe, beginEvents, errorAnswer } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { Api, ApiController, type ApiView } from '../http/api-address';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters } from '../query/search-page';
import { readFilters } from '../query/searchable';
import { jobSearchable } from '../search/job-searchable';
import { OpenStatusStreamsService } from '../status-stream/open-status-streams.service';
import { CHANGES_ANSWER } from './job-change.dto';
import { JobFeedService } from './job-feed.service';
import { readPosition } from './feed-position';

const SEARCHABLE = jobSearchable('4.3');

/** The changes of jobs as a stream (V3-JOB-33); release 4.3 only. */
@ApiController('jobs', 'jobChanges')
export class JobFeedController {
  constructor(
    private readonly open: OpenStatusStreamsService,
    private readonly feed: JobFeedService,
  ) {}

  @Get()
  @Describe('Follow the changes of all jobs that a search finds, as server-sent events', {
    id: 'streamJobChanges',
    answers: { 200: CHANGES_ANSWER, 503: errorAnswer('Too many streams.') },
  })
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Resumes after this event.' })
  @SearchParameters(SEARCHABLE, { paged: false })
  follow(
    @Query() query: Parameters,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Api() api: ApiView,
    @Res() reply: FastifyReply,
  ): void {
    const conditions = readFilters(SEARCHABLE, query);
    this.open.requireRoom();
    this.feed.add(conditions, api, readPosition(lastEventId, Date.now()), beginEvents(reply));
  }
}

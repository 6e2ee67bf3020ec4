import { Body, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  Access,
  Caller,
  Describe,
  Role,
  emptyAnswer,
  errorAnswer,
  jsonAnswer,
  schema,
  type Principal,
} from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { Api, ApiController, jobHref, type ApiView } from '../http/api-address';
import { DescribeChange, DescribeHal, EXAMPLE_API, pageSchema } from '../http/hal-routes';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters, examplePage, showPage, type PageView } from '../query/search-page';
import { BackfillService } from './backfill.service';
import { ScheduleActionsService } from './schedule-actions.service';
import { EXAMPLE_FIRE, EXAMPLE_SCHEDULE } from './schedule-example';
import { FIRES } from './schedule-searchable';
import {
  BackfillRequest,
  BackfillResponse,
  FireResponse,
  PreviewRequest,
  PreviewResponse,
} from './schedule.dto';
import { SchedulesService } from './schedules.service';

const LIST = 'fireList';

const firesOf = (id: string, api: ApiView): PageView<FireResponse> => ({
  api,
  path: `schedules/${encodeURIComponent(id)}/fires`,
  searchable: FIRES,
  listName: LIST,
  show: (fire) => fire,
});

const PREVIEW: PreviewRequest = {
  cron: '30 2 * * *',
  timeZone: 'Europe/Berlin',
  from: '2026-03-28T00:00:00Z',
  count: 2,
};

/** Actions on schedules, and the fires of schedules. */
@ApiController('schedules')
export class ScheduleActionsController {
  constructor(
    private readonly actions: ScheduleActionsService,
    private readonly backfills: BackfillService,
    private readonly schedules: SchedulesService,
  ) {}

  @Post('preview')
  @Access(Role.Reader, { audit: 'refusals' })
  @HttpCode(200)
  @Describe('Preview the times of a cron expression; nothing is stored', {
    id: 'previewSchedule',
    body: { example: PREVIEW },
    // All of its fields are strict.
    never: [412],
    answers: {
      200: jsonAnswer(schema.ref(PreviewResponse), {
        times: ['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z'],
      }),
    },
  })
  preview(@Body() body: PreviewRequest): PreviewResponse {
    return { times: this.actions.preview(body) };
  }

  @Get(':id/fires')
  @DescribeHal(
    'List the fires of a schedule and their outcomes, newest first',
    'listScheduleFires',
    pageSchema('FirePage', LIST, FireResponse, schema.ref(FireResponse)),
    examplePage(EXAMPLE_FIRE, firesOf(EXAMPLE_SCHEDULE.id, EXAMPLE_API)),
  )
  @SearchParameters(FIRES)
  async fires(@Param('id') id: string, @Query() query: Parameters, @Api() api: ApiView): Promise<object> {
    return showPage(await this.actions.searchFires(id, query), firesOf(id, api));
  }

  @Post(':id/actions/pause')
  @Access(Role.Submitter)
  @DescribeChange('Pause a schedule; fires that fall due meanwhile are dropped', 'pauseSchedule')
  pause(@Param('id') id: string, @Caller() caller: Principal | undefined): Promise<void> {
    return this.schedules.setPaused(id, true, caller);
  }

  @Post(':id/actions/resume')
  @Access(Role.Submitter)
  @DescribeChange('Resume a paused schedule', 'resumeSchedule')
  resume(@Param('id') id: string, @Caller() caller: Principal | undefined): Promise<void> {
    return this.schedules.setPaused(id, false, caller);
  }

  @Post(':id/actions/trigger')
  @Access(Role.Submitter)
  @HttpCode(202)
  @Describe('Fire now, even while the schedule is paused', {
    id: 'triggerSchedule',
    answers: {
      202: emptyAnswer(
        'Its job was accepted; `Location` is the address of the job.',
        jobHref(EXAMPLE_FIRE.jobId ?? '', EXAMPLE_API.href),
      ),
      409: errorAnswer(
        'A job of the schedule runs, and `overlap` skips the fire; or the id of its job is taken.',
      ),
      412: errorAnswer('No cluster and command fit its request.'),
      429: errorAnswer('The user has too many active jobs.'),
      503: errorAnswer('No jobs are taken now.'),
    },
  })
  async trigger(
    @Param('id') id: string,
    @Api() { href, caller }: ApiView,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    reply.header('Location', jobHref(await this.actions.trigger(id, caller), href));
  }

  @Post(':id/actions/backfill')
  @Access(Role.Submitter)
  @HttpCode(202)
  @Describe('Create the missing fires of a time range', {
    id: 'backfillSchedule',
    body: { example: { from: '2026-02-01T00:00:00Z', to: '2026-02-28T23:59:59Z', overlap: 'buffer' } },
    // All of its fields are strict.
    never: [412],
    answers: {
      202: jsonAnswer(schema.ref(BackfillResponse), { fires: 20 }, 'The number of fires that were created.'),
      400: errorAnswer('A field is malformed, or there are more than 1,000 fires.'),
    },
  })
  async backfill(
    @Param('id') id: string,
    @Body() body: BackfillRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<BackfillResponse> {
    return { fires: await this.backfills.backfill(id, body, caller) };
  }
}

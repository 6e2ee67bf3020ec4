import { Body, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import {
  Access,
  CachedResponse,
  Caller,
  Describe,
  Role,
  emptyAnswer,
  errorAnswer,
  type Principal,
} from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { DescribeChange, DescribeHal, EXAMPLE_API, PATCH, halSchema, pageSchema } from '../http/hal-routes';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters, examplePage, showPage, type PageView } from '../query/search-page';
import { EXAMPLE_SCHEDULE, EXAMPLE_SCHEDULE_REQUEST, EXAMPLE_SHOWN } from './schedule-example';
import { SCHEDULES } from './schedule-searchable';
import { scheduleHref, showSchedule, type ShownSchedule } from './schedule-view';
import { ScheduleRequest, ScheduleResponse } from './schedule.dto';
import { SchedulesService } from './schedules.service';

const LIST = 'scheduleList';
const MALFORMED = 'A field is malformed, or the cron never fires.';
const BROKEN = 'A rule of the request is broken.';

const pageOf = (api: ApiView): PageView<ShownSchedule> => ({
  api,
  path: 'schedules',
  searchable: SCHEDULES,
  listName: LIST,
  show: (shown) => showSchedule(shown, api),
});

/** Schedules submit jobs at the times of a cron expression (V3-SCHED-1, V3-SCHED-4). */
@ApiController('schedules')
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  @Post()
  @Access(Role.Submitter)
  @Describe('Create a schedule', {
    id: 'createSchedule',
    body: { example: EXAMPLE_SCHEDULE_REQUEST },
    answers: {
      201: emptyAnswer(
        'Created; `Location` is its address.',
        scheduleHref(EXAMPLE_SCHEDULE.id, EXAMPLE_API.href),
      ),
      400: errorAnswer(MALFORMED),
      409: errorAnswer('The id is taken.'),
      412: errorAnswer(BROKEN),
    },
  })
  @ApiBody({ type: ScheduleRequest })
  async create(
    @Body() body: unknown,
    @Api() { href, caller }: ApiView,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    reply.header('Location', scheduleHref(await this.schedules.create(body, caller), href));
  }

  @CachedResponse()
  @Get()
  @DescribeHal(
    'Search schedules',
    'listSchedules',
    pageSchema('SchedulePage', LIST, ScheduleResponse),
    examplePage(EXAMPLE_SHOWN, pageOf(EXAMPLE_API)),
  )
  @SearchParameters(SCHEDULES)
  async search(@Query() query: Parameters, @Api() api: ApiView): Promise<object> {
    return showPage(await this.schedules.search(query), pageOf(api));
  }

  @Get(':id')
  @DescribeHal(
    'Read a schedule',
    'getSchedule',
    halSchema(ScheduleResponse),
    showSchedule(EXAMPLE_SHOWN, EXAMPLE_API),
  )
  async read(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showSchedule(await this.schedules.get(id), api);
  }

  @Put(':id')
  @Access(Role.Submitter)
  @DescribeChange('Replace a schedule', 'replaceSchedule', EXAMPLE_SCHEDULE_REQUEST, {
    errors: { 400: MALFORMED, 412: BROKEN },
  })
  @ApiBody({ type: ScheduleRequest })
  replace(
    @Param('id') id: string,
    @Body() body: unknown,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    return this.schedules.replace(id, body, caller);
  }

  @Patch(':id')
  @Access(Role.Submitter)
  @DescribeChange(
    'Change a schedule by JSON Patch',
    'patchSchedule',
    [{ op: 'replace', path: '/overlap', value: 'buffer' }],
    {
      schema: PATCH,
      errors: { 400: MALFORMED, 409: 'The patch does not apply to what is there.', 412: BROKEN },
    },
  )
  patch(@Param('id') id: string, @Body() body: unknown, @Api() api: ApiView): Promise<void> {
    return this.schedules.patch(id, body, api);
  }

  @Delete(':id')
  @Access(Role.Submitter)
  @DescribeChange('Delete a schedule with its fires; its jobs stay', 'deleteSchedule', undefined, {
    description: 'The schedule was deleted.',
  })
  remove(@Param('id') id: string, @Caller() caller: Principal | undefined): Promise<void> {
    return this.schedules.remove(id, caller);
  }
}

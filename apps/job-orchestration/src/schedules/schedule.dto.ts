import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Field, schema } from '@portolan/service';
import {
  Flag,
  Nested,
  VisibleName,
  Numeric,
  OneOf,
  ReadAs,
  ReadOnlyFields,
  Text,
  TextList,
  type ClassConstructor,
} from '@portolan/validation';
import { IsDefined, IsOptional } from 'class-validator';
import { JobSubmission } from '../jobs/job-request.dto';
import { OPTIONAL_TEXT, TAGS } from '../registry/field-limits';
import { NamedRequest } from '../registry/resource.dto';
import { StampsResponse } from '../registry/resource-response.dto';
import { JobRequestViewResponse } from '../views/job-views.dto';
import { Overlap } from './rules/overlap';
import { MAX_TIME } from './rules/read-time';
import { FireOutcome } from './store/schedule.entity';

const { choice, flag, integer, list, maybe, moment, ref, text, without } = schema;

const MILLIS = { type: 'integer', minimum: 0, maximum: MAX_TIME };
const TIME = { oneOf: [{ type: 'string', format: 'date-time' }, MILLIS] };

/** A time as clients send it: ISO 8601 or ms since the epoch; `readTime` judges it. */
const Moment = (description: string, { optional = true } = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ ...TIME, description, required: !optional, nullable: optional }),
    // A null is not a time, as an absent one.
    ...(optional
      ? [IsOptional()]
      : [IsDefined({ message: '$property must be a time' }), ReadAs((value) => value ?? undefined)]),
  );

/** The fields that the request of a schedule must not have: each fire has its own id and no dependencies. */
export const UNSCHEDULED_FIELDS = ['id', 'dependsOn'] as const;

const ScheduledBase = JobSubmission as unknown as ClassConstructor<Omit<JobSubmission, 'id' | 'user'>>;

/** The job that a schedule submits. */
export class ScheduledJobRequest extends ScheduledBase {
  @ApiProperty({
    type: 'string',
    maxLength: 0,
    nullable: true,
    required: false,
    description: 'Left out: each fire has its own.',
  })
  @IsOptional()
  id?: string | null;

  @Text({ ...OPTIONAL_TEXT, description: 'The user of the schedule; may be left out.' })
  @VisibleName()
  @ApiProperty({ minLength: 0 })
  user?: string | null;
}

const CRON = {
  max: 1024,
  strict: true,
  description: 'Five fields: a crontab line. Six or seven: a Quartz expression.',
  example: '30 4 * * MON-FRI',
} as const;
const TIME_ZONE = {
  optional: true,
  max: 64,
  strict: true,
  description: 'IANA name; `UTC` when left out.',
  example: 'Europe/Berlin',
} as const;

/** A schedule as a client sends it. */
@ReadOnlyFields('created', 'updated', 'nextFires', 'lastFire')
export class ScheduleRequest extends NamedRequest {
  @Text({ optional: true, max: 1000 }) description?: string | null;
  @TextList({ optional: true, ...TAGS }) tags?: string[] | null;
  @Text(CRON) cron!: string;
  @Text(TIME_ZONE) timeZone?: string | null;
  @Moment('The first fire is not before it.') start?: unknown;
  @Moment('The last fire is not after it.') end?: unknown;

  @Numeric({
    optional: true,
    integer: true,
    min: 0,
    max: 3600,
    strict: true,
    description: '0 when left out.',
  })
  jitterSeconds?: number | null;

  @OneOf(Overlap, { optional: true, description: '`skip` when left out.' }) overlap?: Overlap | null;

  @Numeric({
    optional: true,
    integer: true,
    min: 0,
    max: 604_800,
    strict: true,
    description: 'Missed fires younger than this are made up; 3600 when left out.',
  })
  catchUpSeconds?: number | null;

  @Flag({ optional: true }) paused?: boolean | null;
  @Nested(() => ScheduledJobRequest) request!: ScheduledJobRequest;
}

/** The times of a cron that is not stored. */
export class PreviewRequest {
  @Text(CRON) cron!: string;
  @Text(TIME_ZONE) timeZone?: string | null;
  @Moment('The times are not before it; now when left out.') from?: unknown;

  @Numeric({
    optional: true,
    integer: true,
    min: 1,
    max: 1000,
    strict: true,
    description: '10 when left out.',
  })
  count?: number | null;
}

/** The time range of a backfill. */
export class BackfillRequest {
  @Moment('Included.', { optional: false }) from!: unknown;
  @Moment('Included.', { optional: false }) to!: unknown;
  @OneOf(Overlap, { optional: true, description: 'That of the schedule when left out.' })
  overlap?: Overlap | null;
}

/** One time of a schedule. */
export class FireResponse {
  @Field(moment()) time!: string;
  @Field(choice(FireOutcome)) outcome!: FireOutcome;
  @Field(maybe(text('Null unless that job exists.'))) jobId!: string | null;
  @Field(maybe(text())) reason!: string | null;
}

const REQUEST = without(
  JobRequestViewResponse,
  ['created', 'updated', ...UNSCHEDULED_FIELDS],
  'ScheduledRequest',
);

export class ScheduleResponse extends StampsResponse {
  @Field(text()) version!: string;
  @Field(text()) user!: string;
  @Field(text()) name!: string;
  @Field(maybe(text())) description!: string | null;
  @Field(list(text())) tags!: readonly string[];
  @Field(text()) cron!: string;
  @Field(text()) timeZone!: string;
  @Field(maybe(moment())) start!: string | null;
  @Field(maybe(moment())) end!: string | null;
  @Field(integer()) jitterSeconds!: number;
  @Field(choice(Overlap)) overlap!: Overlap;
  @Field(integer()) catchUpSeconds!: number;
  @Field(flag()) paused!: boolean;
  @Field(list(moment(), 'The next five, also while it is paused.')) nextFires!: string[];
  @Field(maybe(ref(FireResponse))) lastFire!: FireResponse | null;
  @Field(REQUEST) request!: object;
}

export class PreviewResponse {
  @Field(list(moment())) times!: string[];
}

export class BackfillResponse {
  @Field(integer()) fires!: number;
}

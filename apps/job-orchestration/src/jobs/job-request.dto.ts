import { ApiProperty } from '@nestjs/swagger';
import { Flag, Nested, NestedList, Numeric, Text, TextList } from '@portolan/validation';
import { IsEmail, IsOptional, Matches } from 'class-validator';
import { CommonRequest, LEAST_MEMORY } from '../registry/resource.dto';
import { CRITERIA_LIMIT, LINKS_LIMIT, TAGS_LIMIT } from '../registry/list-limits';
import { RuntimeRequest } from '../registry/runtime.dto';

/** What clients are told without command criteria (reference: jobs §8). */
export const NO_COMMAND_CRITERIA = 'At least one valid (e.g. non-blank) command criteria is required';

/** One set of tags that a cluster must have. */
export class ClusterCriterionRequest {
  @TextList({ blank: true, maxEntries: TAGS_LIMIT }) tags!: string[];
}

/** Largest amount that is stored: what an INT column holds. */
const INT_MAX = 2_147_483_647;

/** An environment variable of the job whose value is known to its node only (an addition). */
export class SecretRequest {
  @Text({ max: 255, description: 'Name of the environment variable.', example: 'DB_PASSWORD' })
  @Matches(/^(?!PORTOLAN_)[A-Za-z_][A-Za-z0-9_]*$/, {
    message: 'secrets: name must be the name of an environment variable and not begin with PORTOLAN_',
  })
  name!: string;

  @Text({ max: 1024, description: 'Provider and what it knows the secret by.', example: 'file:db/password' })
  @Matches(/^[a-z][a-z0-9-]*:./, { message: 'secrets: ref must be <provider>:<reference>' })
  ref!: string;
}

/** Who is told of the end of the job (an addition). */
export class WebhookRequest {
  @Text({ max: 2048, example: 'https://ci.example.org/jobs' }) url!: string;

  @Text({ min: 1, max: 255, description: 'Signs what is sent; shown to nobody.' }) secret!: string;
}

/** A job as it is submitted (job-orchestration-v3, Job request). */
export class JobSubmission extends CommonRequest {
  @Text({
    optional: true,
    max: 10_000,
    description: 'Goes after the executable, as it is.',
    sizeMessage: 'The maximum number of characters for the command arguments is 10,000',
  })
  commandArgs?: string | null;

  @TextList({ optional: true, max: 10_000, description: 'Goes before `commandArgs`.' })
  commandArguments?: string[] | null;

  @NestedList(() => ClusterCriterionRequest, {
    notEmpty: true,
    maxEntries: CRITERIA_LIMIT,
    description: 'In order of priority.',
    sizeMessage: 'At least one cluster criteria is required',
  })
  clusterCriterias!: ClusterCriterionRequest[];

  @TextList({ notEmpty: true, blank: true, maxEntries: TAGS_LIMIT, sizeMessage: NO_COMMAND_CRITERIA })
  commandCriteria!: string[];

  @Text({ optional: true, max: 255, description: 'Unix group to run under.' }) group?: string | null;
  @Flag({ optional: true }) disableLogArchival?: boolean | null;

  @Text({ optional: true, max: 255 })
  @IsOptional()
  @ApiProperty({ format: 'email' })
  @IsEmail({}, { message: 'Must be a valid email address' })
  email?: string | null;

  @Numeric({ optional: true, integer: true, min: 1, max: INT_MAX }) cpu?: number | null;
  @Numeric({
    optional: true,
    integer: true,
    min: 1,
    max: INT_MAX,
    description: 'MB',
    sizeMessage: LEAST_MEMORY,
  })
  memory?: number | null;

  @Numeric({
    optional: true,
    integer: true,
    min: 1,
    max: INT_MAX,
    description: 'Seconds.',
    sizeMessage: 'The timeout must be at least 1 second, preferably much more.',
  })
  timeout?: number | null;

  @TextList({
    optional: true,
    max: 255,
    maxEntries: LINKS_LIMIT,
    description: 'Go before those of the command.',
  })
  applications?: string[] | null;

  @Text({ optional: true, max: 255 }) grouping?: string | null;
  @Text({ optional: true, max: 255 }) groupingInstance?: string | null;
  @Nested(() => RuntimeRequest, { optional: true }) runtime?: RuntimeRequest | null;

  @NestedList(() => SecretRequest, {
    optional: true,
    maxEntries: 100,
    description: 'References only; an addition.',
  })
  secrets?: SecretRequest[] | null;

  @Nested(() => WebhookRequest, { optional: true, description: 'Called when the job is over; an addition.' })
  webhook?: WebhookRequest | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { Flag, IntegerList, Nested, NestedList, Numeric, OneOf, Text, TextList } from '@portolan/validation';
import { IsEmail, IsOptional, Matches } from 'class-validator';
import { CommonRequest, LEAST_MEMORY, NOT_ALL_BLANK } from '../registry/resource.dto';
import {
  AMOUNT,
  CRITERIA_LIMIT,
  INT_AMOUNT,
  LINKS_LIMIT,
  OPTIONAL_TEXT,
  TAGS,
} from '../registry/field-limits';
import { RuntimeRequest } from '../registry/runtime.dto';
import { ARRAY_LIMIT } from './array-indexes';

/** The message about absent command criteria; clients match on it (V3-ERR-5). */
export const NO_COMMAND_CRITERIA = 'At least one valid (e.g. non-blank) command criteria is required';

/** One set of tags that a cluster must have. */
export class ClusterCriterionRequest {
  @TextList({ blank: true, maxEntries: TAGS.maxEntries }) @ApiProperty(NOT_ALL_BLANK) tags!: string[];
}

const VARIABLE_NAME = /^(?!PORTOLAN_)[A-Za-z_][A-Za-z0-9_]*$/;
const SECRET_REFERENCE = /^[a-z][a-z0-9-]*:./;

/** An environment variable of the job whose value is known to its node only (an addition). */
export class SecretRequest {
  @Text({ max: 255, description: 'Name of the environment variable.', example: 'DB_PASSWORD' })
  @Matches(VARIABLE_NAME, {
    message: 'secrets: name must be the name of an environment variable and not begin with PORTOLAN_',
  })
  @ApiProperty({ pattern: VARIABLE_NAME.source })
  name!: string;

  @Text({
    max: 1024,
    description: 'The provider, and the name of the secret there.',
    example: 'file:db/password',
  })
  @Matches(SECRET_REFERENCE, { message: 'secrets: ref must be <provider>:<reference>' })
  @ApiProperty({ pattern: SECRET_REFERENCE.source })
  ref!: string;
}

/** The webhook that is called when the job has finished (an addition). */
export class WebhookRequest {
  @Text({ max: 2048, example: 'https://ci.example.org/jobs' })
  @ApiProperty({ pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:' })
  url!: string;

  @Text({ min: 1, max: 255, description: 'The key that signs calls; never shown.' }) secret!: string;
}

/** The required outcome of a dependency. */
export const DependencyCondition = {
  /** SUCCEEDED. */
  Succeeded: 'succeeded',
  /** Any end. */
  Finished: 'finished',
  /** FAILED or KILLED. */
  Failed: 'failed',
} as const;
export type DependencyCondition = (typeof DependencyCondition)[keyof typeof DependencyCondition];

/** A job that must end before this job starts (an addition). */
export class DependencyRequest {
  @Text({ max: 255, description: 'Id of a job that exists.', example: 'nightly-6' }) id!: string;

  @OneOf(DependencyCondition, { optional: true, description: '`succeeded` when left out.' })
  condition?: DependencyCondition | null;
}

/** Maximum number of dependencies of a job. */
const DEPENDENCIES_LIMIT = 100;

/** Retryable causes of a failed attempt. */
export const RetryCause = {
  /** The node was lost. */
  Lost: 'lost',
  /** The memory limit was exceeded. */
  Memory: 'memory',
  /** The timeout was exceeded. */
  Timeout: 'timeout',
  /** A download or a setup file failed. */
  Setup: 'setup',
  /** A non-zero exit code, or a signal. */
  Exit: 'exit',
} as const;
export type RetryCause = (typeof RetryCause)[keyof typeof RetryCause];

const CAUSES = Object.values(RetryCause);
const DELAY = { optional: true, min: 0, max: 86_400 } as const;

/** Further attempts of a job that fails (an addition). */
export class RetryRequest {
  @Numeric({ integer: true, min: 0, max: 20, description: 'Attempts after the first one.' }) limit!: number;

  @TextList({
    optional: true,
    unique: true,
    choices: { texts: CAUSES, message: () => `must be one of ${CAUSES.join(', ')}` },
    description: '`lost` alone when left out.',
  })
  on?: RetryCause[] | null;

  @IntegerList({
    optional: true,
    min: 1,
    max: 255,
    description: 'The only ones that `exit` retries; all when left out.',
  })
  exitCodes?: number[] | null;

  @Numeric({ ...DELAY, description: 'Pause before the second attempt; 10 when left out.' })
  delaySeconds?: number | null;

  @Numeric({
    optional: true,
    min: 1,
    max: 10,
    description: 'Of each pause to the one before; 2 when left out.',
  })
  factor?: number | null;

  @Numeric({ ...DELAY, description: 'Longest pause; 600 when left out.' }) maxDelaySeconds?: number | null;
}

/** The elements of an array (an addition). */
export class ArrayRequest {
  @Numeric({ integer: true, min: 1, max: ARRAY_LIMIT }) size!: number;

  @Text({
    optional: true,
    max: 60_000,
    description: 'The indexes that run, from 0; all when left out.',
    example: '1,3,7-9',
  })
  indexes?: string | null;

  @Numeric({
    ...AMOUNT,
    max: ARRAY_LIMIT,
    description: 'Elements that run at a time; no limit when left out.',
  })
  maxRunning?: number | null;
}

/** Greatest priority of a job, and negated the least. */
const PRIORITY_LIMIT = 100;

/** A job as it is submitted (V3-JOB-9). */
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

  @TextList({ notEmpty: true, blank: true, maxEntries: TAGS.maxEntries, sizeMessage: NO_COMMAND_CRITERIA })
  @ApiProperty(NOT_ALL_BLANK)
  commandCriteria!: string[];

  @Text({ ...OPTIONAL_TEXT, description: 'Unix group to run under.' }) group?: string | null;
  @Flag({ optional: true }) disableLogArchival?: boolean | null;

  @Text(OPTIONAL_TEXT)
  @IsOptional()
  @ApiProperty({ format: 'email' })
  @IsEmail({}, { message: 'Must be a valid email address' })
  email?: string | null;

  @Numeric(INT_AMOUNT) cpu?: number | null;
  @Numeric({ ...INT_AMOUNT, description: 'MB', sizeMessage: LEAST_MEMORY }) memory?: number | null;

  @Numeric({
    ...INT_AMOUNT,
    description: 'Seconds.',
    sizeMessage: 'The timeout must be at least 1 second, preferably much more.',
  })
  timeout?: number | null;

  @TextList({ ...OPTIONAL_TEXT, maxEntries: LINKS_LIMIT, description: 'Go before those of the command.' })
  applications?: string[] | null;

  @Text(OPTIONAL_TEXT) grouping?: string | null;
  @Text(OPTIONAL_TEXT) groupingInstance?: string | null;
  @Nested(() => RuntimeRequest, { optional: true }) runtime?: RuntimeRequest | null;

  @NestedList(() => SecretRequest, {
    optional: true,
    maxEntries: 100,
    description: 'References only; an addition.',
  })
  secrets?: SecretRequest[] | null;

  @Nested(() => WebhookRequest, { optional: true, description: 'Called when the job is over; an addition.' })
  webhook?: WebhookRequest | null;

  @Numeric({
    optional: true,
    strict: true,
    integer: true,
    min: -PRIORITY_LIMIT,
    max: PRIORITY_LIMIT,
    description: "Orders the user's own waiting jobs, greater ones first; release 4.3; an addition.",
  })
  priority?: number | null;

  @NestedList(() => DependencyRequest, {
    optional: true,
    strict: true,
    textAs: 'id',
    maxEntries: DEPENDENCIES_LIMIT,
    description: 'Jobs to wait for: objects, or ids alone; release 4.3; an addition.',
  })
  dependsOn?: DependencyRequest[] | null;

  @Nested(() => RetryRequest, {
    optional: true,
    strict: true,
    description: 'Further attempts when the job fails; release 4.3; an addition.',
  })
  retry?: RetryRequest | null;

  @Nested(() => ArrayRequest, {
    optional: true,
    strict: true,
    description: 'Runs the job once for each index; release 4.3; an addition.',
  })
  array?: ArrayRequest | null;
}

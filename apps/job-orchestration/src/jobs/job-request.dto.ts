import { ApiProperty } from '@nestjs/swagger';
import { Flag, Nested, NestedList, Numeric, Text, TextList } from '@portolan/validation';
import { ArrayNotEmpty, IsArray, IsEmail, IsOptional, IsString } from 'class-validator';
import { CommonRequest } from '../registry/resource.dto';
import { RuntimeRequest } from '../registry/runtime.dto';

/** One set of tags that a cluster must have. */
export class ClusterCriterionRequest {
  @ApiProperty({ type: [String] }) @IsArray() @IsString({ each: true }) tags!: string[];
}

/** A job as it is submitted (job-orchestration-v3, Job request). */
/** Largest amount that is stored: what an INT column holds. */
const INT_MAX = 2_147_483_647;

export class JobSubmission extends CommonRequest {
  @Text({ optional: true, max: 10_000, description: 'Goes after the executable, as it is.' })
  commandArgs?: string | null;

  @TextList({ optional: true, max: 10_000, description: 'Goes before `commandArgs`.' })
  commandArguments?: string[] | null;

  @NestedList(() => ClusterCriterionRequest, { notEmpty: true, description: 'In order of priority.' })
  clusterCriterias!: ClusterCriterionRequest[];

  @ApiProperty({ type: [String] })
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  commandCriteria!: string[];

  @Text({ optional: true, max: 255, description: 'Unix group to run under.' }) group?: string | null;
  @Flag({ optional: true }) disableLogArchival?: boolean | null;

  @Text({ optional: true, max: 255 }) @IsOptional() @IsEmail() email?: string | null;

  @Numeric({ optional: true, integer: true, min: 1, max: INT_MAX }) cpu?: number | null;
  @Numeric({ optional: true, integer: true, min: 1, max: INT_MAX, description: 'MB' }) memory?: number | null;
  @Numeric({ optional: true, integer: true, min: 1, max: INT_MAX, description: 'Seconds.' }) timeout?:
    number | null;

  @TextList({ optional: true, max: 255, description: 'Go before those of the command.' })
  applications?: string[] | null;

  @Text({ optional: true, max: 255 }) grouping?: string | null;
  @Text({ optional: true, max: 255 }) groupingInstance?: string | null;
  @Nested(() => RuntimeRequest, { optional: true }) runtime?: RuntimeRequest | null;
}

import { ApiProperty } from '@nestjs/swagger';
import {
  DeclaredParametersOnly,
  Flag,
  Nested,
  NestedList,
  NoOuterBlanks,
  Numeric,
  OneOf,
  Text,
} from '@portolan/validation';
import { SchedulingInfoRequest } from '../scheduling/stage.dto';
import { MigrationStrategy } from '../placement/migration-batch';
import { CronPolicy } from '../sla/sla-limits';

/** Parameters or labels of a job or a cluster at the most. */
export const PAIRS_LIMIT = 500;

export class ParameterRequest {
  @Text({ coerce: true }) name!: string;
  @Text({ coerce: true, min: 0 }) value!: string;
}

export class LabelRequest {
  @Text({ coerce: true }) name!: string;
  @Text({ coerce: true, min: 0 }) value!: string;
}

export class MigrationConfigRequest {
  @OneOf(MigrationStrategy) strategy!: MigrationStrategy;
  @Text({ optional: true, coerce: true, example: '{"percentToMove":25,"intervalMs":60000}' })
  configString?: string;
}

export class OwnerRequest {
  @Text({ coerce: true, optional: true }) name?: string;
  @Text({ coerce: true, optional: true }) teamName?: string;
  @Text({ coerce: true, optional: true }) description?: string;
  @Text({ coerce: true, optional: true }) contactEmail?: string;
  @Text({ coerce: true, optional: true }) repo?: string;
}

export class JobDefinitionRequest {
  @Text({ coerce: true }) name!: string;
  @Text({ coerce: true, max: 255 }) @NoOuterBlanks() user!: string;
  @Text({ coerce: true, max: 2048, description: 'Address of the .zip or .jar artifact' })
  jobJarFileLocation!: string;
  @Text({ optional: true, coerce: true, max: 255 }) version?: string;
  @Nested(() => SchedulingInfoRequest) schedulingInfo!: SchedulingInfoRequest;
  @NestedList(() => ParameterRequest, { optional: true, maxEntries: PAIRS_LIMIT })
  parameters?: ParameterRequest[];
  @NestedList(() => LabelRequest, { optional: true, maxEntries: PAIRS_LIMIT }) labels?: LabelRequest[];
  @Nested(() => MigrationConfigRequest, { optional: true }) migrationConfig?: MigrationConfigRequest;
  @Numeric({ optional: true, coerce: true, integer: true, min: 0 }) slaMin?: number;
  @Numeric({ optional: true, coerce: true, integer: true, min: 0 }) slaMax?: number;
  @Text({ coerce: true, optional: true, max: 512 }) cronSpec?: string;
  @OneOf(CronPolicy, { optional: true }) cronPolicy?: CronPolicy;
  @Flag({ optional: true, coerce: true }) isReadyForJobMaster?: boolean;
}

/** Body of create and update (streaming-control-v1, Job cluster definition). */
export class ClusterRequest {
  @Nested(() => JobDefinitionRequest) jobDefinition!: JobDefinitionRequest;
  @Nested(() => OwnerRequest, { optional: true }) owner?: OwnerRequest;
}

/** Shows a user as required: the action refuses a blank one with a message of its own, after the cluster's name. */
const RequiredUser = (schema: object): PropertyDecorator => ApiProperty({ required: true, ...schema });
const USER = { type: 'string', pattern: String.raw`\S` };

/** What every action names: the cluster again, and who asks. */
export class ClusterActionRequest {
  @Text({ coerce: true }) name!: string;
  @RequiredUser({ anyOf: [USER, { type: 'number' }, { type: 'boolean' }] })
  @Text({ coerce: true, optional: true })
  user?: string;
}

export class UpdateArtifactRequest extends ClusterActionRequest {
  @Text({ coerce: true, max: 255 }) version!: string;
  @Text({ coerce: true, max: 2040 }) url!: string;
  @Flag({ optional: true, coerce: true }) skipsubmit?: boolean;
}

/** The older form of this action names neither the cluster nor who asks (reference: streams §1.1). */
export class UpdateSchedulingInfoRequest {
  @Text({ optional: true, coerce: true }) name?: string;
  @Text({ optional: true, coerce: true }) user?: string;
  @Text({ coerce: true, max: 255 }) version!: string;
  @Nested(() => SchedulingInfoRequest) schedulingInfo!: SchedulingInfoRequest;
}

/** The same where the address names no cluster. */
export class NamedSchedulingInfoRequest extends ClusterActionRequest {
  @Text({ coerce: true, max: 255 }) version!: string;
  @Nested(() => SchedulingInfoRequest) schedulingInfo!: SchedulingInfoRequest;
}

export class UpdateSlaRequest extends ClusterActionRequest {
  @Numeric({ optional: true, coerce: true, integer: true, min: 0 }) min?: number;
  @Numeric({ optional: true, coerce: true, integer: true, min: 0 }) max?: number;
  @Text({ coerce: true, optional: true, max: 512 }) cronspec?: string;
  @OneOf(CronPolicy, { optional: true }) cronpolicy?: CronPolicy;
  @Flag({ optional: true, coerce: true }) forceenable?: boolean;
}

export class UpdateMigrationStrategyRequest extends ClusterActionRequest {
  @Nested(() => MigrationConfigRequest) migrationConfig!: MigrationConfigRequest;
}

export class UpdateLabelRequest extends ClusterActionRequest {
  @NestedList(() => LabelRequest, { maxEntries: PAIRS_LIMIT }) labels!: LabelRequest[];
}

@DeclaredParametersOnly()
export class DeleteClusterQuery {
  @RequiredUser({ ...USER, nullable: false })
  @Text({ optional: true })
  user?: string;
}

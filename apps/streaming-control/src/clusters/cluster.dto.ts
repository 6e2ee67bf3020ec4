import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  DeclaredParametersOnly,
  Flag,
  Nested,
  NestedList,
  VisibleName,
  Numeric,
  OneOf,
  OneFits,
  Text,
} from '@portolan/validation';
import { ListQuery } from '../query/list-query.dto';
import { SortBy } from '../query/sort-by';
import { SchedulingInfoRequest } from '../scheduling/stage-request.dto';
import { CLUSTER_NAME } from './cluster-name';
import { CronPolicy } from './cluster-sla';
import { MigrationStrategy } from './migration-config';
import type { JobClusterResponse } from './cluster-record';

const CLUSTER_SORT_FIELDS: (keyof JobClusterResponse)[] = [
  'name',
  'lastJobCount',
  'disabled',
  'isReadyForJobMaster',
  'cronActive',
  'latestVersion',
];

export class JobClusterListQuery extends ListQuery {
  @SortBy(CLUSTER_SORT_FIELDS) declare sortBy?: string;
}

/** Maximum number of parameters, or labels, of a job or a cluster (V1-LIMIT-1). */
export const PAIRS_LIMIT = 500;

export class ParameterRequest {
  @Text({ coerce: true }) name!: string;
  @Text({ coerce: true, min: 0 }) value!: string;
}

export class LabelRequest extends ParameterRequest {}

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
  // A number is not a valid name of a cluster, but `true` is.
  @ApiProperty({ anyOf: [CLUSTER_NAME, { type: 'boolean' }] })
  @Text({ coerce: true })
  name!: string;

  @Text({ coerce: true, max: 255 }) @VisibleName() user!: string;
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

/** Body of create and update (V1-CLUSTER-3, V1-CLUSTER-6). */
@ApiSchema({ name: 'ClusterRequest' })
export class JobClusterRequest {
  @Nested(() => JobDefinitionRequest) jobDefinition!: JobDefinitionRequest;
  @Nested(() => OwnerRequest, { optional: true }) owner?: OwnerRequest;
}

/** Documents a user as required: the action itself refuses a missing one, with its own message. */
const RequiredUser = (schema: object): PropertyDecorator => ApiProperty({ required: true, ...schema });
const GIVEN = { anyOf: ['string', 'number', 'boolean'].map((type) => ({ type })) };
const USER = { type: 'string', pattern: String.raw`\S`, maxLength: 255 };

/** The fields of every action: the cluster again, and the user who asks. */
export class ClusterActionRequest {
  @Text({ coerce: true }) name!: string;
  @RequiredUser({ anyOf: [USER, { type: 'number' }, { type: 'boolean' }] })
  @Text({ coerce: true, optional: true, max: 255 })
  @VisibleName({ allBlank: true })
  user?: string;
}

export class UpdateArtifactRequest extends ClusterActionRequest {
  @Text({ coerce: true, max: 255 }) version!: string;
  @Text({ coerce: true, max: 2040 }) url!: string;
  @Flag({ optional: true, coerce: true }) skipsubmit?: boolean;
}

/** The older form of this action has neither the cluster nor the user (V1-CLUSTER-25). */
export class UpdateSchedulingInfoRequest {
  @Text({ optional: true, coerce: true }) name?: string;
  @Text({ optional: true, coerce: true }) @VisibleName({ allBlank: true }) user?: string;
  @Text({ coerce: true, max: 255 }) version!: string;
  @Nested(() => SchedulingInfoRequest) schedulingInfo!: SchedulingInfoRequest;
}

/** {@link UpdateSchedulingInfoRequest} for an address without the cluster. */
export class NamedSchedulingInfoRequest extends ClusterActionRequest {
  @Text({ coerce: true, max: 255 }) version!: string;
  @Nested(() => SchedulingInfoRequest) schedulingInfo!: SchedulingInfoRequest;
}

/** A cron spec, or both bounds, is given and not null. */
@OneFits(
  { required: ['cronspec'], properties: { cronspec: GIVEN } },
  { required: ['min', 'max'], properties: { min: GIVEN, max: GIVEN } },
)
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
  @VisibleName({ allBlank: true })
  user?: string;
}

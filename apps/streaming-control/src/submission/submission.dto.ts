import { Nested, NestedList, VisibleName, Numeric, OneOf, Text } from '@portolan/validation';
import { LabelRequest, MigrationConfigRequest, PAIRS_LIMIT, ParameterRequest } from '../clusters/cluster.dto';
import { DurationType } from '../jobs/job-record.dto';
import { SchedulingInfoRequest } from '../scheduling/stage-request.dto';

const NAMELESS = 'Job definition must include name';

/** Largest number of seconds that an INT column can store. */
const INT_MAX = 2_147_483_647;

export class JobSlaRequest {
  @Numeric({ coerce: true, optional: true, integer: true, min: 0 }) runtimeLimitSecs?: number;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0 }) minRuntimeSecs?: number;
  @OneOf({ Lossy: 'Lossy' }, { optional: true }) slaType?: 'Lossy';
  @OneOf(DurationType) durationType!: DurationType;
  @Text({ optional: true, coerce: true, max: 512 }) userProvidedType?: string;
}

/** Body of a submission (V1-JOB-6). */
export class SubmitRequest {
  @Text({ coerce: true, max: 255, message: NAMELESS }) name!: string;
  @Text({ coerce: true, optional: true, max: 255 }) @VisibleName({ allBlank: true }) user?: string;
  @Text({ coerce: true, optional: true, max: 2048, description: 'Blank: the artifact of the cluster' })
  jobJarFileLocation?: string;
  @Text({ optional: true, max: 255, coerce: true }) version?: string;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0, max: INT_MAX })
  subscriptionTimeoutSecs?: number;
  @Nested(() => JobSlaRequest) jobSla!: JobSlaRequest;
  @Nested(() => SchedulingInfoRequest, { optional: true }) schedulingInfo?: SchedulingInfoRequest;
  @NestedList(() => ParameterRequest, { optional: true, maxEntries: PAIRS_LIMIT })
  parameters?: ParameterRequest[];
  @NestedList(() => LabelRequest, { optional: true, maxEntries: PAIRS_LIMIT }) labels?: LabelRequest[];
  @Nested(() => MigrationConfigRequest, { optional: true }) migrationConfig?: MigrationConfigRequest;
}

export class QuickSubmitRequest {
  @Text({ coerce: true, max: 255, message: NAMELESS }) name!: string;
  @Text({ coerce: true, optional: true, max: 255 }) @VisibleName({ allBlank: true }) user?: string;
}

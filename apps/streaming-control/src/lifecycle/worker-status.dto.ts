import { Nested, NestedList, Numeric, OneOf, Text } from '@portolan/validation';
import { PostedState, StatusType } from '../jobs/worker-states';

export class StatusPayload {
  @Text() type!: string;
  @Text({ optional: true, coerce: true }) data?: string;
}

/** A post of a worker (V1-JOB-8). */
export class WorkerStatus {
  @Text({ coerce: true, optional: true }) jobId?: string;
  @Numeric({ coerce: true, integer: true, optional: true }) stageNum?: number;
  @Numeric({ coerce: true, integer: true, optional: true }) workerIndex?: number;
  @Numeric({ coerce: true, integer: true }) workerNumber!: number;
  @OneOf(StatusType, { optional: true }) type?: StatusType;
  @Text({ coerce: true, optional: true }) message?: string;
  @OneOf(PostedState) state!: PostedState;
  @Text({ coerce: true, optional: true }) hostname?: string;
  @Numeric({ coerce: true, optional: true }) timestamp?: number;
  @Text({ coerce: true, optional: true }) reason?: string;
  @NestedList(() => StatusPayload, { optional: true, maxEntries: 100 }) payloads?: StatusPayload[] | null;
}

export class PostJobStatusRequest {
  @Text({ coerce: true, optional: true }) jobId?: string;
  @Nested(() => WorkerStatus) status!: WorkerStatus;
}

import { Field, schema } from '@portolan/service';
import { ScalingReason } from '@portolan/worker/job-master';
import { MigrationStrategy } from '../clusters/migration-config';
import { API_PATH } from '../http/api-path';
import { Constraint } from '../scheduling/constraints';
import { MAX_STAGE_WORKERS, WORKER_LIMITS } from '../scheduling/stage-request.dto';

const { integer, millis, text } = schema;

/** The addresses of this service (V1-ADMIN-1). */
export class MasterInfo {
  @Field(text()) hostname!: string;
  @Field(text()) hostIP!: string;
  @Field(integer()) apiPort!: number;
  @Field(integer()) schedInfoPort!: number;
  @Field(integer()) apiPortV2!: number;
  @Field(text()) apiStatusUri!: string;
  @Field(integer()) consolePort!: number;
  @Field(millis()) createTime!: number;
  @Field(text()) fullApiStatusUri!: string;
}

/** A value that clients build forms from (V1-ADMIN-2). */
export class MasterConfig {
  @Field(text()) name!: string;
  @Field(text('JSON text of its own.')) value!: string;
}

const STATUS_PATH = `${API_PATH}/jobs/actions/postJobStatus`;

/** Returns the addresses of this service (V1-ADMIN-1). @param publicUrl without a slash at the end */
export function masterInfo(publicUrl: string, createTime: number): MasterInfo {
  const url = new URL(publicUrl);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return {
    hostname: url.hostname,
    hostIP: url.hostname,
    apiPort: port,
    schedInfoPort: port,
    apiPortV2: port,
    apiStatusUri: STATUS_PATH,
    consolePort: port,
    createTime,
    fullApiStatusUri: `${publicUrl}/${STATUS_PATH}`,
  };
}

/** Returns the values that clients build forms from (V1-ADMIN-2); each value is a JSON text. */
export function masterConfigs(): MasterConfig[] {
  const values = {
    JobConstraints: Object.values(Constraint),
    ScalingReason: Object.values(ScalingReason),
    MigrationStrategyEnum: Object.values(MigrationStrategy),
    WorkerResourceLimits: { ...WORKER_LIMITS, maxWorkersPerStage: MAX_STAGE_WORKERS },
  };
  return Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

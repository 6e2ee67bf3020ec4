import { ScalingReason } from '@portolan/worker/job-master';
import { Constraint } from '../placement/constraints';
import { MigrationStrategy } from '../placement/migration-batch';
import { MAX_STAGE_WORKERS, WORKER_LIMITS } from '../scheduling/scheduling-info';

const STATUS_PATH = 'api/v1/jobs/actions/postJobStatus';

/** Where this service is reached (reference: streams §1.3). @param publicUrl no slash at the end; @param createTime ms since the epoch */
export function masterInfo(publicUrl: string, createTime: number) {
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

/** What a client needs to build forms; each value is JSON text of its own. */
export function masterConfigs(): { name: string; value: string }[] {
  const values = {
    JobConstraints: Object.values(Constraint),
    ScalingReason: Object.values(ScalingReason),
    MigrationStrategyEnum: Object.values(MigrationStrategy),
    WorkerResourceLimits: { ...WORKER_LIMITS, maxWorkersPerStage: MAX_STAGE_WORKERS },
  };
  return Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

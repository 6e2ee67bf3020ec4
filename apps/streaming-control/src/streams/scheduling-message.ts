import type { JobEntity, StageEntity, WorkerEntity } from '../jobs/job.entity';
import { isActiveJob } from '../jobs/job-states';
import { WorkerState } from '../jobs/worker-states';

/** A worker that can be connected to. */
export interface WorkerHost {
  state: string;
  workerNumber: number;
  workerIndex: number;
  host: string;
  /** The sink's port first. */
  port: number[];
  metricsPort: number;
  customPort: number;
}

export interface WorkerAssignments {
  stage: number;
  numWorkers: number;
  activeWorkers: number;
  /** By worker number. */
  hosts: Record<string, WorkerHost>;
}

/** Where a job's workers are (reference: streams §7.1). */
export interface JobSchedulingInfo {
  jobId: string;
  /** By stage number. Empty before the first worker starts and after the end. */
  workerAssignments: Record<string, WorkerAssignments>;
}

/** What keeps an idle stream alive; clients ignore it. */
export const SCHEDULING_HEARTBEAT = { jobId: 'HB_JobId', workerAssignments: null };

/** The started workers of every stage; nothing of a job that is over. */
export function schedulingMessage(
  job: Pick<JobEntity, 'id' | 'state'>,
  stages: readonly StageEntity[],
  workers: readonly WorkerEntity[],
): JobSchedulingInfo {
  const workerAssignments: Record<string, WorkerAssignments> = {};
  if (!isActiveJob(job.state)) return { jobId: job.id, workerAssignments };
  for (const { stageNum, numWorkers } of stages) {
    const started = workers.filter(
      (worker) => worker.stageNum === stageNum && worker.state === WorkerState.Started,
    );
    workerAssignments[stageNum] = {
      stage: stageNum,
      numWorkers,
      activeWorkers: 0,
      hosts: Object.fromEntries(started.map((worker) => [String(worker.workerNumber), hostOf(worker)])),
    };
  }
  return { jobId: job.id, workerAssignments };
}

function hostOf(worker: WorkerEntity): WorkerHost {
  const sink = worker.ports?.SINK_PORT;
  return {
    state: worker.state,
    workerNumber: worker.workerNumber,
    workerIndex: worker.workerIndex,
    host: worker.host ?? '',
    port: sink === undefined ? [] : [sink],
    metricsPort: worker.ports?.METRICS_PORT ?? -1,
    customPort: worker.ports?.CUSTOM_PORT ?? -1,
  };
}

/** The workers whose output is the job's: those of its last stage. */
export function sinkHosts(info: JobSchedulingInfo): WorkerHost[] {
  const last = Math.max(...Object.keys(info.workerAssignments).map(Number));
  return Object.values(info.workerAssignments[last]?.hosts ?? {}).filter((host) => host.port.length > 0);
}

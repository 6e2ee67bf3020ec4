import { Field, schema } from '@portolan/service';
import { isActiveJob } from '../jobs/job-states';
import type { StreamJobEntity, StageEntity, WorkerEntity } from '../jobs/job.entity';
import { WorkerState } from '../jobs/worker-states';

const { integer, list, map, maybe, ref, text } = schema;

/** A worker that clients can connect to. */
export class WorkerHost {
  @Field(text()) state!: string;
  @Field(integer()) workerNumber!: number;
  @Field(integer()) workerIndex!: number;
  @Field(text()) host!: string;
  @Field(list(integer(), "The output's port first.")) port!: number[];
  @Field(integer()) metricsPort!: number;
  @Field(integer()) customPort!: number;
}

export class WorkerAssignments {
  @Field(integer()) stage!: number;
  @Field(integer()) numWorkers!: number;
  @Field(integer()) activeWorkers!: number;
  @Field(map(ref(WorkerHost), 'By worker number.')) hosts!: Record<string, WorkerHost>;
}

/** The addresses of a job's workers (V1-STREAM-2); empty before the first worker starts and after the end. */
export class JobSchedulingInfo {
  @Field(text('`HB_JobId`: a heartbeat.')) jobId!: string;
  @Field(maybe(map(ref(WorkerAssignments), 'By stage number.')))
  workerAssignments!: Record<string, WorkerAssignments>;
}

/** A message of the stream of submitted jobs (V1-STREAM-5). */
export class SubmittedJob {
  @Field(text('`HB_JobId`: a heartbeat.')) name!: string;
  @Field(maybe(text())) jobId!: string | null;
}

/** A message that keeps an idle stream alive; clients ignore it. */
export const SCHEDULING_HEARTBEAT = { jobId: 'HB_JobId', workerAssignments: null };

/** Returns the started workers of every stage; none of a finished job. */
export function schedulingMessage(
  job: Pick<StreamJobEntity, 'id' | 'state'>,
  stages: readonly StageEntity[],
  workers: readonly WorkerEntity[],
): JobSchedulingInfo {
  const workerAssignments: Record<string, WorkerAssignments> = {};
  if (!isActiveJob(job.state)) return { jobId: job.id, workerAssignments };
  for (const { stageNum, numWorkers } of stages) {
    const ofStage = workers.filter((worker) => worker.stageNum === stageNum);
    const started = ofStage.filter(({ state }) => state === WorkerState.Started);
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

/** Returns the workers of the last stage, whose output is the job's. */
export function sinkHosts(info: JobSchedulingInfo): WorkerHost[] {
  const last = Math.max(...Object.keys(info.workerAssignments).map(Number));
  return Object.values(info.workerAssignments[last]?.hosts ?? {}).filter((host) => host.port.length > 0);
}

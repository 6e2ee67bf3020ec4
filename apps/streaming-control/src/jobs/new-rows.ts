import type { SchedulingInfo } from '../scheduling/scheduling-info';
import { stageNumbers } from '../scheduling/scheduling-info';
import { StageEntity, WorkerEntity } from './job.entity';
import { workerSlots } from './worker-numbers';
import { WorkerReason, WorkerState } from './worker-states';

/** The place of a worker in its job. */
export type WorkerPlace = Pick<WorkerEntity, 'jobId' | 'stageNum' | 'workerIndex' | 'agentCluster'>;

/** A worker that waits to be launched at once. */
export function newWorker(place: WorkerPlace, workerNumber: number, now: number): WorkerEntity {
  return Object.assign(new WorkerEntity(), {
    jobId: place.jobId,
    workerNumber,
    workerIndex: place.workerIndex,
    currentIndex: place.workerIndex,
    stageNum: place.stageNum,
    state: WorkerState.Accepted,
    launchId: null,
    launchAfter: now,
    agentCluster: place.agentCluster,
    host: null,
    nodeId: null,
    ports: null,
    acceptedAt: now,
    launchedAt: null,
    startingAt: null,
    startedAt: null,
    completedAt: null,
    lastHeartbeatAt: null,
    unsubscribedSince: null,
    reason: WorkerReason.Normal,
    resubmitOf: 0,
    resubmitCause: null,
    resubmitDelayMs: 0,
    totalResubmitCount: 0,
  } satisfies Record<keyof WorkerEntity, unknown>);
}

/** Stages and first workers of a new job. */
export function newStagesAndWorkers(
  jobId: string,
  info: SchedulingInfo,
  agentCluster: string,
  now: number,
): { stages: StageEntity[]; workers: WorkerEntity[] } {
  const stages = stageNumbers(info).flatMap((stageNum) => {
    const definition = info.stages[String(stageNum)];
    if (!definition) return [];
    const numWorkers = definition.numberOfInstances;
    return [Object.assign(new StageEntity(), { jobId, stageNum, numWorkers, definition })];
  });
  const slots = workerSlots(
    stages.map((stage) => ({ stageNum: stage.stageNum, workers: stage.numWorkers })),
    1,
  );
  const workers = slots.map((slot) => newWorker({ ...slot, jobId, agentCluster }, slot.workerNumber, now));
  return { stages, workers };
}

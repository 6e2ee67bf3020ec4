import { stageNumbers } from '../scheduling/read-scheduling-info';
import type { SchedulingInfo } from '../scheduling/stage-response';
import { StageEntity, WorkerEntity } from './job.entity';
import { WorkerReason, WorkerState } from './worker-states';

/** The place of a worker: its job, stage, index and agent cluster. */
export type WorkerPlace = Pick<WorkerEntity, 'jobId' | 'stageNum' | 'workerIndex' | 'agentCluster'>;

/** Returns a worker that is due at once. */
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
    cause: null,
    resubmitOf: 0,
    resubmitCause: null,
    resubmitDelayMs: 0,
    totalResubmitCount: 0,
  } satisfies Record<keyof WorkerEntity, unknown>);
}

/** Returns the stages and first workers of a new job, numbered from 1 by stage (0 first) and index. */
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
  const places = stages.flatMap(({ stageNum, numWorkers }) =>
    Array.from({ length: numWorkers }, (_, workerIndex) => ({ jobId, stageNum, workerIndex, agentCluster })),
  );
  return { stages, workers: places.map((place, index) => newWorker(place, index + 1, now)) };
}

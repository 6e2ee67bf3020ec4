import type { SchedulingInfo, StageDefinition } from './stage-response';

/** The stage of the job master (V1-SCALE-1). */
export const JOB_MASTER_STAGE = 0;

/** One worker of the size that clients expect; its memory limit on the node is `JOB_MASTER_MEMORY_MB`. */
const DEFINITION: StageDefinition = {
  numberOfInstances: 1,
  machineDefinition: { cpuCores: 2, memoryMB: 4096, networkMbps: 128, diskMB: 100, numPorts: 1 },
  hardConstraints: [],
  softConstraints: [],
  scalingPolicy: null,
  scalable: false,
};

/** Memory limit of a job master, MB. It needs about 50, whatever the size of the job. */
export const JOB_MASTER_MEMORY_MB = 96;

/**
 * Returns the stages that a job starts with: the given ones, and stage 0 when a stage has an enabled scaling policy and the
 * submission does not define stage 0 itself (V1-SCALE-1).
 */
export function withJobMaster(info: SchedulingInfo): SchedulingInfo {
  const scales = Object.values(info.stages).some((stage) => stage.scalingPolicy?.enabled);
  if (!scales || info.stages[JOB_MASTER_STAGE]) return info;
  return { stages: { [JOB_MASTER_STAGE]: DEFINITION, ...info.stages } };
}

import type { SchedulingInfo, StageDefinition } from './scheduling-info';

/** The stage of the job master (reference: streams §4.4). */
export const JOB_MASTER_STAGE = 0;

/** One worker, whose size is the reference's; what it takes of a node is `JOB_MASTER_MEMORY_MB` at the most. */
const DEFINITION: StageDefinition = {
  numberOfInstances: 1,
  machineDefinition: { cpuCores: 2, memoryMB: 4096, networkMbps: 128, diskMB: 100, numPorts: 1 },
  hardConstraints: [],
  softConstraints: [],
  scalingPolicy: null,
  scalable: false,
};

/** Memory that a job master takes of its node, MB. It needs about 50, however large the job is. */
export const JOB_MASTER_MEMORY_MB = 96;

/**
 * The stages that a job is started with: those given, and stage 0 when it has something to do, that is when a stage has
 * an enabled scaling policy, and nobody gave one.
 */
export function withJobMaster(info: SchedulingInfo): SchedulingInfo {
  const scales = Object.values(info.stages).some((stage) => stage.scalingPolicy?.enabled);
  if (!scales || info.stages[JOB_MASTER_STAGE]) return info;
  return { stages: { [JOB_MASTER_STAGE]: DEFINITION, ...info.stages } };
}

export { JOB_MASTER_COMMAND, jobMasterFiles } from './program';
export { ScalingReason, type ScalingPolicy, type ScalingStrategy } from './job-record';

import { ValidationFailedError, validateBody } from '@portolan/validation';
import type { ScalingPolicy } from '@portolan/worker/job-master';
import { refused } from '../errors/errors';
import { isConstraint } from '../placement/constraints';
import { ScalingPolicyError, readScalingPolicy } from './scaling-policy';
import { StageRequest } from './stage.dto';

/** What one worker of a stage needs. */
export interface MachineDefinition {
  cpuCores: number;
  memoryMB: number;
  networkMbps: number;
  diskMB: number;
  numPorts: number;
}

/** One stage. */
export interface StageDefinition {
  numberOfInstances: number;
  machineDefinition: MachineDefinition;
  hardConstraints: string[];
  softConstraints: string[];
  scalingPolicy: ScalingPolicy | null;
  scalable: boolean;
}

/** Stages by their number, as text. */
export interface SchedulingInfo {
  stages: Record<string, StageDefinition>;
}

/** Limits of one worker and one stage (reference: streams §4.3). */
export const WORKER_LIMITS = { maxCpuCores: 8, maxMemoryMB: 28_000, maxNetworkMbps: 1024 } as const;
export const MAX_STAGE_WORKERS = 1500;
/** Limits of one job: a small request must not make rows without end. */
export const MAX_STAGES = 100;
export const MAX_JOB_WORKERS = 5000;

const DEFAULT_NETWORK_MBPS = 128;
const DEFAULT_PORTS = 1;

/**
 * Reads scheduling information from a request: numbers and numeric strings, defaults filled in, stages
 * numbered from 1 without gaps, a stage 0 (job master) allowed besides.
 *
 * @throws 400 that names what is wrong
 */
export function readSchedulingInfo(stages: Record<string, unknown>): SchedulingInfo {
  // Counted before anything is read: a small stage is read in a few bytes' time, a hundred thousand are not.
  if (Object.keys(stages).length > MAX_STAGES)
    throw refused(`Invalid request payload: a job has at most ${MAX_STAGES} stages`);
  const entries = Object.entries(stages).map(([key, value]): [string, StageDefinition] => {
    if (!/^\d{1,4}$/.test(key)) throw refused(`Invalid request payload: stage ${key} is no stage number`);
    return [String(Number(key)), readStage(key, value)];
  });
  const numbers = entries.map(([key]) => Number(key)).sort((left, right) => left - right);
  const counted = numbers.filter((number) => number > 0);
  if (counted.length === 0) throw refused('Invalid request payload: No definition for stage 1');
  counted.forEach((number, index) => {
    if (number !== index + 1) throw refused(`Invalid request payload: No definition for stage ${index + 1}`);
  });
  const problem = jobProblem(entries.map(([, stage]) => stage));
  if (problem) throw refused(`Invalid request payload: ${problem}`);
  return { stages: Object.fromEntries(entries) };
}

/** What is wrong with the stages together; undefined when nothing is. */
export function jobProblem(
  stages: readonly Pick<StageDefinition, 'numberOfInstances'>[],
): string | undefined {
  if (stages.length > MAX_STAGES) return `a job has at most ${MAX_STAGES} stages`;
  const workers = stages.reduce((sum, stage) => sum + stage.numberOfInstances, 0);
  return workers > MAX_JOB_WORKERS
    ? `a job has at most ${MAX_JOB_WORKERS} workers, not ${workers}`
    : undefined;
}

function readStage(key: string, value: unknown): StageDefinition {
  const stage = parseStage(key, value);
  const machine = stage.machineDefinition;
  const definition: StageDefinition = {
    numberOfInstances: stage.numberOfInstances,
    machineDefinition: {
      cpuCores: machine.cpuCores,
      memoryMB: machine.memoryMB,
      networkMbps: machine.networkMbps ?? DEFAULT_NETWORK_MBPS,
      diskMB: machine.diskMB ?? 0,
      numPorts: machine.numPorts ?? DEFAULT_PORTS,
    },
    hardConstraints: stage.hardConstraints ?? [],
    softConstraints: stage.softConstraints ?? [],
    scalingPolicy: readPolicy(key, stage.scalingPolicy),
    scalable: stage.scalable ?? false,
  };
  const problem = stageProblem(definition);
  if (problem) throw refused(`Invalid request payload: ${problem} (stage ${key})`);
  return definition;
}

function readPolicy(key: string, policy: object | null | undefined): ScalingPolicy | null {
  if (!policy) return null;
  try {
    return readScalingPolicy(policy, Number(key), MAX_STAGE_WORKERS);
  } catch (error) {
    if (!(error instanceof ScalingPolicyError)) throw error;
    throw refused(`Invalid request payload: stage ${key}: ${error.message}`);
  }
}

function parseStage(key: string, value: unknown): StageRequest {
  try {
    return validateBody(StageRequest, value, `schedulingInfo.stages.${key}`);
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw refused(`Invalid request payload: stage ${key}: ${error.message}`);
  }
}

function stageProblem({
  hardConstraints,
  softConstraints,
  machineDefinition: machine,
  numberOfInstances,
}: StageDefinition): string | undefined {
  const { maxCpuCores, maxMemoryMB, maxNetworkMbps } = WORKER_LIMITS;
  if (machine.cpuCores <= 0) return 'cpuCores must be greater than 0';
  if (machine.memoryMB <= 0) return 'memoryMB must be greater than 0';
  if (machine.cpuCores > maxCpuCores)
    return `requested CPU cannot be more than max CPU per worker ${maxCpuCores}`;
  if (machine.memoryMB > maxMemoryMB)
    return `requested memory cannot be more than max memoryMB per worker ${maxMemoryMB}`;
  if (machine.networkMbps > maxNetworkMbps)
    return `requested network cannot be more than max network per worker ${maxNetworkMbps}`;
  if (numberOfInstances > MAX_STAGE_WORKERS)
    return `requested number of instances per stage ${numberOfInstances} cannot be more than ${MAX_STAGE_WORKERS}`;
  const unknown = [...hardConstraints, ...softConstraints].find((name) => !isConstraint(name));
  return unknown === undefined ? undefined : `unknown constraint ${unknown}`;
}

/** Stage numbers in ascending order. */
export const stageNumbers = (info: SchedulingInfo): number[] =>
  Object.keys(info.stages)
    .map(Number)
    .sort((left, right) => left - right);

/** How many stages there are without the job master's. */
export const countStages = (info: SchedulingInfo): number =>
  stageNumbers(info).filter((stage) => stage > 0).length;

import { ValidationFailedError, validateBody } from '@portolan/validation';
import { refused } from '../errors/refusals';
import { ScalingPolicyError, readScalingPolicy } from './scaling-policy';
import type { SchedulingInfo, StageDefinition } from './stage-response';
import { MAX_JOB_WORKERS, MAX_STAGES, StageRequest } from './stage-request.dto';

const DEFAULT_NETWORK_MBPS = 128;
const DEFAULT_PORTS = 1;

/**
 * Reads scheduling information from a request: numbers and numeric strings, defaults filled in, stages numbered from 1
 * without gaps, a stage 0 (job master) allowed besides.
 * @param path of `stages` in the body, for the names of ignored fields
 * @throws 400 that names the invalid field
 */
export function readSchedulingInfo(
  stages: Record<string, unknown>,
  path = 'schedulingInfo.stages',
): SchedulingInfo {
  // The count is checked first: a request body has room for a hundred thousand stages.
  if (Object.keys(stages).length > MAX_STAGES)
    throw refused(`Invalid request payload: a job has at most ${MAX_STAGES} stages`);
  const entries = Object.entries(stages).map(([key, value]): [string, StageDefinition] => {
    if (!/^\d{1,4}$/.test(key))
      throw refused(
        `Invalid request payload: stages.${key} is not a stage number: 0 to ${MAX_STAGES} are allowed`,
      );
    return [String(Number(key)), readStage(key, value, path)];
  });
  const numbers = entries.map(([key]) => Number(key)).filter((number) => number > 0);
  if (numbers.length === 0) throw refused('Invalid request payload: No definition for stage 1');
  for (const [index, number] of numbers.sort((left, right) => left - right).entries())
    if (number !== index + 1) throw refused(`Invalid request payload: No definition for stage ${index + 1}`);
  const problem = jobProblem(entries.map(([, stage]) => stage));
  if (problem) throw refused(`Invalid request payload: ${problem}`);
  return { stages: Object.fromEntries(entries) };
}

/** Returns the problem of the stages as a whole; undefined when there is none. */
export function jobProblem(stages: readonly { numberOfInstances: number }[]): string | undefined {
  if (stages.length > MAX_STAGES) return `a job has at most ${MAX_STAGES} stages`;
  const workers = stages.reduce((sum, stage) => sum + stage.numberOfInstances, 0);
  if (workers > MAX_JOB_WORKERS) return `a job has at most ${MAX_JOB_WORKERS} workers, not ${workers}`;
  return undefined;
}

function readStage(key: string, value: unknown, path: string): StageDefinition {
  try {
    const stage = validateBody(StageRequest, value, `${path}.${key}`);
    const { cpuCores, memoryMB, networkMbps, diskMB, numPorts } = stage.machineDefinition;
    return {
      numberOfInstances: stage.numberOfInstances,
      machineDefinition: {
        cpuCores,
        memoryMB,
        networkMbps: networkMbps ?? DEFAULT_NETWORK_MBPS,
        diskMB: diskMB ?? 0,
        numPorts: numPorts ?? DEFAULT_PORTS,
      },
      hardConstraints: stage.hardConstraints ?? [],
      softConstraints: stage.softConstraints ?? [],
      scalingPolicy: stage.scalingPolicy ? readScalingPolicy(stage.scalingPolicy, Number(key)) : null,
      scalable: stage.scalable ?? false,
    };
  } catch (error) {
    if (!(error instanceof ValidationFailedError || error instanceof ScalingPolicyError)) throw error;
    throw refused(`Invalid request payload: stage ${key}: ${error.message}`);
  }
}

/** Stage numbers in ascending order. */
export const stageNumbers = (info: SchedulingInfo): number[] =>
  Object.keys(info.stages)
    .map(Number)
    .sort((left, right) => left - right);

/** Returns the number of stages, without the job master's. */
export const countStages = (info: SchedulingInfo): number =>
  stageNumbers(info).filter((stage) => stage > 0).length;

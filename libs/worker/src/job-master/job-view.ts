import type { ScalingPolicy } from './scaling-policy';
import type { StageMachine } from './stage-values';

/** A worker whose metrics can be read. */
export interface ScrapedWorker {
  readonly stage: number;
  readonly workerNumber: number;
  readonly host: string;
  readonly metricsPort: number;
}

/** A stage as the job's record has it. */
export interface StageView {
  readonly stage: number;
  readonly workers: number;
  readonly scalable: boolean;
  readonly machine: StageMachine;
  /** Undefined when the stage has none that is enabled. */
  readonly policy: ScalingPolicy | undefined;
}

/** What the job master needs to know of its job. */
export interface JobView {
  readonly isLaunched: boolean;
  readonly stages: readonly StageView[];
  /** The workers that are Started. */
  readonly started: readonly ScrapedWorker[];
}

/** The parts of a job's record (reference: streams §1.2) that are read here. */
interface JobRecord {
  readonly jobMetadata: { readonly state: string };
  readonly stageMetadataList: readonly {
    readonly stageNum: number;
    readonly numWorkers: number;
    readonly scalable: boolean;
    readonly machineDefinition: StageMachine;
    readonly scalingPolicy: ScalingPolicy | null;
  }[];
  readonly workerMetadataList: readonly {
    readonly stageNum: number;
    readonly workerNumber: number;
    readonly state: string;
    readonly slave: string | null;
    readonly metricsPort: number;
  }[];
}

/** Reads the record that the control API answers for the job. @throws SyntaxError, TypeError for anything else */
export function readJob(text: string): JobView {
  const { jobMetadata, stageMetadataList, workerMetadataList } = JSON.parse(text) as JobRecord;
  return {
    isLaunched: jobMetadata.state === 'Launched',
    stages: stageMetadataList.map(({ stageNum, numWorkers, scalable, machineDefinition, scalingPolicy }) => ({
      stage: stageNum,
      workers: numWorkers,
      scalable,
      machine: machineDefinition,
      policy: scalingPolicy?.enabled ? scalingPolicy : undefined,
    })),
    started: workerMetadataList
      .filter(({ state, slave, metricsPort }) => state === 'Started' && slave && metricsPort > 0)
      .map(({ stageNum, workerNumber, slave, metricsPort }) => ({
        stage: stageNum,
        workerNumber,
        host: slave ?? '',
        metricsPort,
      })),
  };
}

import type { WorkerMetrics } from './own-metrics';
import type { ParameterDefinitions, ParameterValues } from './parameters';

/** What a stage knows about the worker that it runs in. */
export interface WorkerContext<P extends ParameterDefinitions = ParameterDefinitions> {
  readonly parameters: ParameterValues<P>;
  readonly jobId: string;
  readonly jobName: string;
  readonly jobVersion: string;
  readonly user: string;
  /** Counted from 1. */
  readonly stage: number;
  readonly totalStages: number;
  /** Which of its stage's workers this is, from 0; a replacement takes the same index. */
  readonly workerIndex: number;
  /** Unique in the job, never given twice. */
  readonly workerNumber: number;
  /** `<jobId>-worker-<index>-<number>`, as in the platform's own messages. */
  readonly workerId: string;
  /** How many workers the stage had when this one was started; 1 when the platform did not say. */
  readonly stageWorkers: number;
  readonly ports: WorkerPorts;
  /** Base address of the control API, for jobs that want to ask it something; undefined when not given. */
  readonly masterUrl: string | undefined;
  /** Metrics of the job's own; the job master can scale by them. */
  readonly metrics: WorkerMetrics;
  /** Counts events that the stage leaves out because it is too slow, as `boundedMap` does. @param count @default 1 */
  countDropped(count?: number): void;
  /** Counts bytes that the job itself read from elsewhere: they are part of its network usage. */
  countRead(bytes: number): void;
  /** Aborted when the worker stops, for whatever reason. */
  readonly signal: AbortSignal;
  /** Writes one line to stderr, where the platform keeps it as the worker's log. */
  log(message: string): void;
}

/** Ports that the node set aside for the worker; those of the runtime are `sink` and `metrics`. */
export interface WorkerPorts {
  readonly sink: number;
  readonly metrics: number | undefined;
  readonly debug: number | undefined;
  readonly console: number | undefined;
  readonly custom: number | undefined;
}

import type { Observable } from 'rxjs';
import type { WorkerMetrics } from './own-metrics';
import type { ParameterDefinitions, ParameterValues } from './parameters';

/** The worker as its environment describes it. */
export interface WorkerIdentity {
  readonly jobId: string;
  readonly jobName: string;
  readonly jobVersion: string;
  readonly user: string;
  /** Counted from 1; 0 is the job master. */
  readonly stage: number;
  readonly totalStages: number;
  /** Index of the worker in its stage, from 0; a replacement keeps the index. */
  readonly workerIndex: number;
  /** Unique in the job, never reused. */
  readonly workerNumber: number;
  readonly ports: WorkerPorts;
  /** Base address of the control API, for requests of the job itself; undefined when not given. */
  readonly masterUrl: string | undefined;
}

/** The worker that a stage runs in. */
export interface WorkerContext<P extends ParameterDefinitions = ParameterDefinitions> extends WorkerIdentity {
  readonly parameters: ParameterValues<P>;
  /** `<jobId>-worker-<index>-<number>`, as in the platform's own messages. */
  readonly workerId: string;
  /** Size of the stage at the start of this worker; 1 when unknown. */
  readonly stageWorkers: number;
  /** The job's own metrics; the job master can scale by them. */
  readonly metrics: WorkerMetrics;
  /** Counts events that the stage drops because it is too slow, as `boundedMap` does. @param count @default 1 */
  countDropped(count?: number): void;
  /** Counts bytes that the job itself read from elsewhere as network usage. */
  countRead(bytes: number): void;
  /** Aborted when the worker stops, for whatever reason. */
  readonly signal: AbortSignal;
  /** Writes one line to stderr, where the platform keeps it as the worker's log. */
  log(message: string): void;
}

/** Ports assigned to the worker; those of the runtime are `sink` and `metrics`. */
export interface WorkerPorts {
  readonly sink: number;
  readonly metrics: number | undefined;
  readonly debug: number | undefined;
  readonly console: number | undefined;
  readonly custom: number | undefined;
}

/** The first stage: the origin of a job's events. */
export type Source<P extends ParameterDefinitions, T> = (context: WorkerContext<P>) => Observable<T>;

/** A later stage: maps the events of the previous stage to its own. */
export type Stage<P extends ParameterDefinitions, T, U> = (
  input: Observable<T>,
  context: WorkerContext<P>,
) => Observable<U>;

type Key = (event: never, parameters: never) => string;

const keys = new WeakMap<object, Key>();

/**
 * Defines a stage whose workers each get all events of their keys, so that it can count or join by key with any
 * number of workers. A key moves to another worker only when workers are added or removed, and during a replacement.
 * The workers of the previous stage compute the key of an event.
 */
export function keyedBy<P extends ParameterDefinitions, T, U>(
  key: (event: T, parameters: ParameterValues<P>) => string,
  stage: Stage<P, T, U>,
): Stage<P, T, U> {
  const keyed: Stage<P, T, U> = (input, context) => stage(input, context);
  keys.set(keyed, key);
  return keyed;
}

/** A job as the runtime sees it: made by {@link defineJob}, run by `runWorker`. */
export interface Job {
  readonly parameters: ParameterDefinitions;
  readonly stageCount: number;
  /** The pipeline of one stage. @param stage counted from 1 @param input events of the previous stage; empty for the first */
  pipeline(stage: number, input: Observable<unknown>, context: WorkerContext): Observable<unknown>;
  /** The key that divides events between the workers of a stage; undefined: any worker may get any event. */
  key(stage: number): ((event: unknown, parameters: ParameterValues) => string) | undefined;
}

interface Definition<P extends ParameterDefinitions, S> {
  /** The parameters that the submitter may or must give. @default none */
  readonly parameters?: P;
  /** A source, then stages. Each runs in its own processes; the output of the last one is the job's output. */
  readonly stages: S;
}

type AnyStage = (...args: never[]) => Observable<unknown>;

/**
 * Defines a job. The types of consecutive stages are checked against each other. Between stages events travel as
 * JSON, so a stage gets `JSON.parse(JSON.stringify(event))`.
 */
export function defineJob<P extends ParameterDefinitions, A>(definition: Definition<P, [Source<P, A>]>): Job;
export function defineJob<P extends ParameterDefinitions, A, B>(
  definition: Definition<P, [Source<P, A>, Stage<P, A, B>]>,
): Job;
export function defineJob<P extends ParameterDefinitions, A, B, C>(
  definition: Definition<P, [Source<P, A>, Stage<P, A, B>, Stage<P, B, C>]>,
): Job;
export function defineJob<P extends ParameterDefinitions, A, B, C, D>(
  definition: Definition<P, [Source<P, A>, Stage<P, A, B>, Stage<P, B, C>, Stage<P, C, D>]>,
): Job;
export function defineJob(definition: Definition<ParameterDefinitions, readonly AnyStage[]>): Job {
  const { parameters = {}, stages } = definition;
  const [first, ...later] = stages as [
    Source<ParameterDefinitions, unknown>,
    ...Stage<ParameterDefinitions, unknown, unknown>[],
  ];
  return {
    parameters,
    stageCount: stages.length,
    pipeline: (stage, input, context) => {
      if (stage === 1) return first(context);
      const pipeline = later[stage - 2];
      if (!pipeline) throw new RangeError(`the job has no stage ${stage}`);
      return pipeline(input, context);
    },
    key: (stage) => {
      const pipeline = later[stage - 2];
      return pipeline && (keys.get(pipeline) as ReturnType<Job['key']>);
    },
  };
}

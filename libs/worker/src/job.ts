import type { Observable } from 'rxjs';
import type { WorkerContext } from './context';
import type { ParameterDefinitions, ParameterValues } from './parameters';

/** The first stage: where a job's events come from. */
export type Source<P extends ParameterDefinitions, T> = (context: WorkerContext<P>) => Observable<T>;

/** A later stage: what it makes of the events of the stage before. */
export type Stage<P extends ParameterDefinitions, T, U> = (
  input: Observable<T>,
  context: WorkerContext<P>,
) => Observable<U>;

type Key = (event: never, parameters: never) => string;

const keys = new WeakMap<object, Key>();

/**
 * A stage that gets all events of one key in the same worker of it, so that it can count or join by key while it has any
 * number of workers. A key changes hands only when workers are added or removed, and while one is replaced.
 *
 * @param key of an event as it arrives; the workers of the stage before work it out
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
  /**
   * The pipeline of one stage.
   * @param stage counted from 1
   * @param input events of the stage before; empty for the first
   */
  pipeline(
    stage: number,
    input: Observable<unknown>,
    context: WorkerContext<ParameterDefinitions>,
  ): Observable<unknown>;
  /** The key by which events are divided between the workers of a stage; undefined: any worker may have any event. */
  key(
    stage: number,
  ): ((event: unknown, parameters: ParameterValues<ParameterDefinitions>) => string) | undefined;
}

interface Definition<P extends ParameterDefinitions, S> {
  /** What the submitter may or must give. @default none */
  readonly parameters?: P;
  /** A source, then stages. Each runs in processes of its own; what the last one emits is the job's output. */
  readonly stages: S;
}

type AnyStage = (...args: never[]) => Observable<unknown>;

/**
 * Defines a job. The stages are checked against each other: what one emits, the next one takes. Between stages events
 * travel as JSON, so what arrives is what `JSON.parse(JSON.stringify(event))` gives.
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
  const stages = definition.stages as readonly Stage<ParameterDefinitions, unknown, unknown>[];
  const [first, ...later] = stages as [
    Source<ParameterDefinitions, unknown>,
    ...Stage<ParameterDefinitions, unknown, unknown>[],
  ];
  return {
    parameters: definition.parameters ?? {},
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

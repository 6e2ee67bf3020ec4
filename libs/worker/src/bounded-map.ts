import { from, Observable, type ObservableInput, type OperatorFunction, Subscription } from 'rxjs';
import type { WorkerContext } from './context';

export interface BoundedMapOptions {
  /** Projections that run at the same time; with 1 results keep the order of their events. @default 1 */
  readonly concurrency?: number;
  /** Events that may wait for their turn; what comes on top is left out and counted. @default 1000 */
  readonly buffer?: number;
}

/**
 * Maps each event to what `project` makes of it, which may take time: a promise, an observable, an array. Unlike
 * `concatMap` and `mergeMap`, which keep everything that waits, it keeps `buffer` events and leaves out what exceeds them.
 * What was left out is in the heartbeats' `IncomingDataDrop`, in `worker_input_dropped_total`, and in the value that a
 * scaling policy by `DataDrop` looks at.
 */
export function boundedMap<T, U>(
  context: Pick<WorkerContext, 'countDropped'>,
  project: (event: T) => ObservableInput<U>,
  { concurrency = 1, buffer = 1000 }: BoundedMapOptions = {},
): OperatorFunction<T, U> {
  return (source) =>
    new Observable<U>((output) => {
      const running = new Subscription();
      const waiting: T[] = [];
      let active = 0;
      let ended = false;
      const finish = () => {
        if (ended && active === 0 && waiting.length === 0) output.complete();
      };
      const start = (event: T) => {
        active += 1;
        const done = () => {
          active -= 1;
          if (waiting.length === 0) finish();
          else start(waiting.shift() as T);
        };
        try {
          running.add(
            from(project(event)).subscribe({
              next: (value) => output.next(value),
              error: (error) => output.error(error),
              complete: done,
            }),
          );
        } catch (error) {
          output.error(error);
        }
      };
      running.add(
        source.subscribe({
          next: (event) => {
            if (active < concurrency) start(event);
            else if (waiting.length < buffer) waiting.push(event);
            else context.countDropped();
          },
          error: (error) => output.error(error),
          complete: () => {
            ended = true;
            finish();
          },
        }),
      );
      return running;
    });
}

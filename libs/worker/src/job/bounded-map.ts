import { defer, filter, from, mergeMap, tap, type ObservableInput, type OperatorFunction } from 'rxjs';
import type { WorkerContext } from './job';

export interface BoundedMapOptions {
  /** Concurrent projections; with 1, results keep the order of their events. @default 1 */
  readonly concurrency?: number;
  /** Events that may wait for a projection; more are dropped and counted. @default 1000 */
  readonly buffer?: number;
}

/**
 * Maps each event through `project`, which may be asynchronous: a promise, an observable, an array. Unlike `concatMap` and
 * `mergeMap`, whose buffers are unbounded, it keeps `buffer` events and drops further ones. Dropped events are counted in
 * the heartbeats' `IncomingDataDrop`, in `worker_input_dropped_total`, and in the value of a scaling policy by `DataDrop`.
 */
export function boundedMap<T, U>(
  context: Pick<WorkerContext, 'countDropped'>,
  project: (event: T) => ObservableInput<U>,
  { concurrency = 1, buffer = 1000 }: BoundedMapOptions = {},
): OperatorFunction<T, U> {
  return (source) =>
    defer(() => {
      let held = 0;
      const tryHold = (): boolean => {
        const hasRoom = held < concurrency + buffer;
        if (hasRoom) held += 1;
        else context.countDropped();
        return hasRoom;
      };
      const release = { complete: () => (held -= 1) };
      return source.pipe(
        filter(tryHold),
        mergeMap((event) => from(project(event)).pipe(tap(release)), concurrency),
      );
    });
}

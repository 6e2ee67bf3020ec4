import { Observable, takeUntil, type MonoTypeOperatorFunction } from 'rxjs';
import type { WorkerContext } from '../job/job';
import { EventStream, type StreamEvent } from './event-stream';

export interface EventStreamSourceOptions {
  /** Time without data after which the stream is reopened, ms. @default 130000 */
  readonly idleMs?: number;
}

const IDLE_MS = 130_000;

/**
 * Returns the events of an address of server-sent events, http or https, while subscribed or until the worker stops.
 * A stream that ends or fails is reopened after 100 ms, then up to 2 s; events in between are missed. The output of
 * another job has such an address: `<context.masterUrl>/api/v1/jobConnectbyname/<cluster>`.
 */
export function fromEventStream(
  url: string | URL,
  context: Pick<WorkerContext, 'signal' | 'log' | 'countRead'>,
  { idleMs = IDLE_MS }: EventStreamSourceOptions = {},
): Observable<StreamEvent> {
  return new Observable<StreamEvent>((output) => {
    const address = new URL(url);
    const name = `${address.host}${address.pathname}`;
    let failing = false;
    const stream = new EventStream({
      url: address,
      idleMs,
      onEvent: (event) => output.next(event),
      onBytes: (count) => context.countRead(count),
      onOpen: () => {
        failing = false;
        context.log(`reading from ${name}`);
      },
      onLost: (reason) => {
        if (!failing) context.log(`cannot read from ${name}: ${reason}`);
        failing = true;
      },
    });
    return () => stream.close();
  }).pipe(untilStopped(context));
}

/**
 * Completes when the worker is stopped, so that downstream operators (an open window, a file being written) finish
 * before the process ends. For sources; the input of later stages completes by itself.
 */
export function untilStopped<T>(context: Pick<WorkerContext, 'signal'>): MonoTypeOperatorFunction<T> {
  const stopped = new Observable<void>((observer) => {
    const tell = () => observer.next();
    if (context.signal.aborted) tell();
    context.signal.addEventListener('abort', tell, { once: true });
    return () => context.signal.removeEventListener('abort', tell);
  });
  return takeUntil(stopped);
}

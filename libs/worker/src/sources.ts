import { Observable, takeUntil, type MonoTypeOperatorFunction } from 'rxjs';
import type { WorkerContext } from './context';
import { EventStream, type StreamEvent } from './event-stream';

export interface EventStreamSourceOptions {
  /** Silence of so many ms means that the other end is gone, and the stream is opened again. @default 130000 */
  readonly idleMs?: number;
}

const IDLE_MS = 130_000;

/**
 * The events of an address of server-sent events, http or https, for as long as somebody is subscribed or until the
 * worker stops. A stream that ends or breaks off is opened again, after 100 ms, then up to 2 s; what it would have said
 * meanwhile is missed. The output of another job is such an address:
 * `<context.masterUrl>/api/v1/jobConnectbyname/<cluster>`.
 */
export function fromEventStream(
  url: string | URL,
  context: Pick<WorkerContext, 'signal' | 'log' | 'countRead'>,
  { idleMs = IDLE_MS }: EventStreamSourceOptions = {},
): Observable<StreamEvent> {
  return new Observable<StreamEvent>((output) => {
    const address = new URL(url);
    let failing = false;
    const stream = new EventStream({
      url: address,
      idleMs,
      onEvent: (event) => output.next(event),
      onBytes: (count) => context.countRead(count),
      onOpen: () => {
        failing = false;
        context.log(`reading from ${address.host}${address.pathname}`);
      },
      onLost: (reason) => {
        if (!failing) context.log(`cannot read from ${address.host}${address.pathname}: ${reason}`);
        failing = true;
      },
    });
    return () => stream.close();
  }).pipe(untilStopped(context));
}

/**
 * Completes when the worker is told to stop, so that what follows it (a window that is open, a file that is written) comes
 * to its end before the process does. For sources; the input of later stages does so by itself.
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

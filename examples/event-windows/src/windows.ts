import { Observable, type OperatorFunction } from 'rxjs';
import type { KeyedValue } from './fields';
import { Window, type WindowSummary } from './window';

/**
 * Tumbling windows: one summary every `windowMs`, also of a window without events, and one of what is left when the input
 * ends. Unlike `bufferTime` it does not keep the events.
 */
export function windows(windowMs: number, maxKeys: number): OperatorFunction<KeyedValue, WindowSummary> {
  return (input) =>
    new Observable((output) => {
      let window = new Window(Date.now(), maxKeys);
      const close = () => {
        const now = Date.now();
        output.next(window.summary(now));
        window = new Window(now, maxKeys);
      };
      const timer = setInterval(close, windowMs);
      const subscription = input.subscribe({
        next: (event) => window.add(event),
        error: (error) => output.error(error),
        complete: () => {
          close();
          output.complete();
        },
      });
      return () => {
        clearInterval(timer);
        subscription.unsubscribe();
      };
    });
}

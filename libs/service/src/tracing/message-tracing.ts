import type { MessageTracing } from '@portolan/messaging';
import { currentSpan } from '../http/request-context';
import { SpanKind, type Tracing } from './tracing';

/** Spans of messages, for `Queues`; undefined while traces are off. */
export function messageTracing(tracing: Tracing): MessageTracing | undefined {
  if (!tracing.on) return undefined;
  return {
    sending: (queue, parent) => {
      // What no trace has asked for (a sweep, a schedule) begins one where it is handled.
      if (parent === undefined && !currentSpan()) return undefined;
      return tracing.start(`send ${queue}`, {
        kind: SpanKind.Producer,
        attributes: { 'messaging.system': 'bullmq', 'messaging.destination.name': queue },
        parent,
      });
    },
    handling: (queue, message, work) =>
      tracing.trace(
        `process ${queue}`,
        {
          kind: SpanKind.Consumer,
          attributes: {
            'messaging.system': 'bullmq',
            'messaging.destination.name': queue,
            'messaging.message.id': message.id,
            'portolan.message.waited_ms': message.waitedMs,
          },
          parent: message.traceparent ?? '',
        },
        work,
      ),
  };
}

import type { MessagingObserver } from '@portolan/messaging';
import type { Metrics } from './metrics';

/** Seconds that Redis takes for one thing that is asked of it. */
const REDIS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 1.5];
/** Seconds that handlers of messages take: a claim is short, a crawl is not. */
const HANDLER_BUCKETS = [0.01, 0.1, 1, 10, 60];

/** Metrics of queues and signals. */
export function messagingMetrics(metrics: Metrics): MessagingObserver {
  const asked = metrics.histogram(
    'redis_request_duration_seconds',
    'Time that Redis took for what this process asked of it',
    ['operation'],
    REDIS_BUCKETS,
  );
  const failed = metrics.counter(
    'redis_request_failures_total',
    'What this process asked of Redis and got no answer to in time',
    ['operation'],
  );
  const handled = metrics.histogram(
    'queue_message_duration_seconds',
    'Time that this process took for a message of a queue, by what became of it',
    ['queue', 'outcome'],
    HANDLER_BUCKETS,
  );
  return {
    asked: (operation, seconds, ok) => {
      asked.observe({ operation }, seconds);
      if (!ok) failed.inc({ operation });
    },
    handled: (queue, outcome, seconds) => handled.observe({ queue, outcome }, seconds),
  };
}

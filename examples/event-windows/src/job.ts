import { defineJob, fromEventStream, keyedBy } from '@portolan/worker';
import { filter, map, type Observable } from 'rxjs';
import { readEvent, type KeyedValue } from './fields';
import { windows } from './windows';

/**
 * Reads an address of server-sent events in the first stage, counts by key and window in the second, each key in one of its
 * workers.
 */
export const job = defineJob({
  parameters: {
    url: {
      type: 'string',
      required: true,
      pattern: 'https?://.+',
      description: 'address of server-sent events',
    },
    keyField: { type: 'string', default: 'type', description: 'what events are counted by; a path like a.b' },
    valueField: { type: 'string', description: 'a number that is added up; a path like a.b' },
    windowMs: { type: 'integer', default: 10_000, min: 100, description: 'length of a window' },
    maxKeys: { type: 'integer', default: 1000, min: 1, description: 'keys of a window that are told apart' },
  },
  stages: [
    (context): Observable<KeyedValue> => {
      const { url, keyField, valueField } = context.parameters;
      const unread = context.metrics.counter('events_unread_total', 'Events without the key, or not JSON.');
      return fromEventStream(url, context).pipe(
        map(({ data }) => readEvent(data, keyField, valueField)),
        filter((event) => {
          if (event === undefined) unread.add();
          return event !== undefined;
        }),
      );
    },
    keyedBy(
      ({ key }: KeyedValue) => key,
      (events, { parameters, workerIndex }) =>
        events.pipe(
          windows(parameters.windowMs, parameters.maxKeys),
          map((summary) => ({ worker: workerIndex, ...summary })),
        ),
    ),
  ],
});

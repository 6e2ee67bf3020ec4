import { countsIn } from './worker-counts';

it('[V1-JOB-22] counts are those of a worker, whole and not negative', () => {
  const text = [
    'worker_events_in_total{stage="1"} 7',
    'worker_events_out_total 1e3',
    'worker_events_dropped_total 0.5',
    'worker_input_dropped_total -1',
    'worker_clients 2',
  ].join('\n');
  expect(countsIn(text)).toEqual({ eventsIn: 7, eventsOut: 1000, eventsDropped: null, inputDropped: null });
});

import type { WorkerMetrics } from '@portolan/client-streams';
import { ratesBetween } from './stage-rates';

type Counts = WorkerMetrics['workers'][number];

const worker = (workerNumber: number, stageNum: number, at: number, more: Partial<Counts> = {}): Counts => ({
  ...{ workerNumber, stageNum, at, eventsIn: 0, eventsOut: 0, eventsDropped: 0, inputDropped: 0 },
  ...more,
});
const reading = (...workers: Counts[]): WorkerMetrics => ({ jobId: 'job-1', workers, silent: [] });

it('[CONSOLE-STREAM-2] rates of a stage are the sums of its workers', () => {
  const before = reading(worker(1, 1, 0), worker(2, 1, 0, { eventsOut: 100 }), worker(3, 2, 0));
  const now = reading(
    worker(1, 1, 2000, { eventsOut: 20 }),
    worker(2, 1, 1000, { eventsOut: 200, eventsDropped: 5 }),
    worker(3, 2, 1000, { eventsIn: 110, eventsOut: 11, inputDropped: 2 }),
  );
  expect([...ratesBetween(before, now)]).toEqual([
    [1, { received: 0, emitted: 110, dropped: 5 }],
    [2, { received: 110, emitted: 11, dropped: 2 }],
  ]);
});

it('[CONSOLE-STREAM-2] a worker that is new, began again or counts nothing adds nothing', () => {
  const uncounted = { eventsIn: null, eventsOut: null, eventsDropped: null, inputDropped: null };
  const before = reading(worker(1, 1, 0, { eventsOut: 100 }), worker(3, 2, 0, uncounted));
  const now = reading(
    worker(1, 1, 1000, { eventsOut: 7 }),
    worker(2, 1, 1000, { eventsOut: 50 }),
    worker(3, 2, 1000, uncounted),
  );
  expect([...ratesBetween(before, now)]).toEqual([[1, { received: 0, emitted: 0, dropped: 0 }]]);
});

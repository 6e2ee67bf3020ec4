import type { JobStatusEvent } from '@portolan/client-jobs';
import { spansOf } from './spans';

const state = (status: JobStatusEvent['status'], seconds: number): JobStatusEvent => ({
  status,
  statusMsg: null,
  time: new Date(seconds * 1000).toISOString(),
});

it('[CONSOLE-JOB-1] a state lasts until the next one, the last one until the end', () => {
  const spans = spansOf([state('ACCEPTED', 1), state('RUNNING', 4)], 10_000);
  expect(spans.map(({ status, from, to }) => [status, from, to])).toEqual([
    ['ACCEPTED', 1000, 4000],
    ['RUNNING', 4000, 10_000],
  ]);
});

it('[CONSOLE-JOB-1] a clock that is behind makes no state last less than nothing', () => {
  expect(spansOf([state('RUNNING', 4)], 1000)).toMatchObject([{ from: 4000, to: 4000 }]);
});

import type { Schedule } from '@portolan/client-jobs';
import { changesOf, formOf, newForm, requestOf } from './schedule-form';

const SCHEDULE = {
  id: 'nightly',
  name: 'nightly',
  user: 'ana',
  version: '1',
  description: null,
  cron: '0 3 * * *',
  timeZone: 'UTC',
  overlap: 'skip',
  catchUpSeconds: 3600,
  jitterSeconds: 0,
  request: {
    name: 'report',
    version: '1',
    commandArgs: 'a',
    webhook: { url: 'https://hooks' },
    memory: null,
  },
} as unknown as Schedule;

it('[CONSOLE-SCHEDULE-1] a form that was not changed changes nothing', () => {
  expect(changesOf(SCHEDULE, formOf(SCHEDULE))).toEqual([]);
});

it('[CONSOLE-SCHEDULE-1] changed fields become one operation each, and the webhook with its hidden secret stays', () => {
  const request = JSON.stringify({
    name: 'report',
    version: '1',
    webhook: { url: 'https://hooks' },
    memory: 64,
  });
  const form = { ...formOf(SCHEDULE), cron: '0 4 * * *', catchUpSeconds: '60', request };
  expect(changesOf(SCHEDULE, form)).toEqual([
    { op: 'add', path: '/cron', value: '0 4 * * *' },
    { op: 'add', path: '/catchUpSeconds', value: 60 },
    { op: 'remove', path: '/request/commandArgs' },
    { op: 'add', path: '/request/memory', value: 64 },
  ]);
});

it('[CONSOLE-SCHEDULE-1] the first form is a whole schedule, without a user in its request', () => {
  const { cron, timeZone, description, request } = requestOf(newForm('Europe/Berlin'));
  expect({ cron, timeZone, description }).toEqual({
    cron: '0 3 * * *',
    timeZone: 'Europe/Berlin',
    description: null,
  });
  expect(request).toMatchObject({ name: 'hello' });
  expect(request.user).toBeUndefined();
});

it('[CONSOLE-SCHEDULE-1] a request that is not an object is refused', () => {
  expect(() => requestOf({ ...newForm('UTC'), request: '[]' })).toThrow('the request is a JSON object');
});

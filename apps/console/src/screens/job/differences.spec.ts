import { differencesOf } from './differences';

it('[CONSOLE-JOB-1] fields that differ are listed by name, except those that differ between any two jobs', () => {
  const before = { id: 'a', created: 1, memory: 100, tags: ['x'], host: 'n1' };
  const now = { id: 'b', created: 2, memory: 200, tags: ['x'], timeout: 5 };
  expect(differencesOf(before, now)).toEqual([
    { field: 'host', before: 'n1', now: '–' },
    { field: 'memory', before: '100', now: '200' },
    { field: 'timeout', before: '–', now: '5' },
  ]);
});

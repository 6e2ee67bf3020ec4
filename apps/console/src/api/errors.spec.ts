import { messageOf } from './errors';

it.each([
  [new TypeError('Failed to fetch'), 'The service cannot be reached.'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'The service cannot be reached.'],
  [new TypeError('Load failed'), 'The service cannot be reached.'],
  [new TypeError('rows.map is not a function'), 'rows.map is not a function'],
  [new Error('the job has ended'), 'the job has ended'],
])('[CONSOLE-AWAY-1] %s is "%s": only a failed connection is a service that is away', (error, message) =>
  expect(messageOf(error)).toBe(message),
);

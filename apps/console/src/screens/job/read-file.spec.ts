import { attemptOf } from './read-file';

it('[CONSOLE-JOB-1] the attempt of an address is a number from 1; anything else is the latest', () => {
  expect(['1', '12', '0', '1x', '', null].map(attemptOf)).toEqual([
    ...[1, 12],
    ...[undefined, undefined, undefined, undefined],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meetsGoal, median, spread, summarise } from './statistics.mjs';

test('median and spread of rounds', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(spread([90, 100, 110]), 0.2);
});

test('a goal is a least ratio, or a greatest one where lower is better', () => {
  assert.equal(meetsGoal(0.35, 0.35, 'higher'), true);
  assert.equal(meetsGoal(0.34, 0.35, 'higher'), false);
  assert.equal(meetsGoal(2.1, 2, 'lower'), false);
});

test('the ratio is taken within each round, so a slow moment of the machine does not change it', () => {
  const rounds = [
    { value: 50, baseline: 100 },
    { value: 5, baseline: 10 },
    { value: 60, baseline: 100 },
  ];
  const { ratio, value, baseline, met } = summarise({ name: 'a', unit: 'x/s', goal: 0.4 }, rounds);
  assert.deepEqual({ ratio, value, baseline, met }, { ratio: 0.5, value: 50, baseline: 100, met: true });
});

test('a case may be judged by the difference to its baseline, or by its value alone', () => {
  const rounds = [{ value: 350, baseline: 200 }];
  const difference = summarise({ name: 'a', unit: 'ms', goal: 200, compare: 'difference' }, rounds);
  assert.deepEqual([difference.result, difference.met], [150, true]);
  const value = summarise({ name: 'a', unit: 'ms', goal: 200, compare: 'value' }, rounds);
  assert.deepEqual([value.result, value.met], [350, false]);
});

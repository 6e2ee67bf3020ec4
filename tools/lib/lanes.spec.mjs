import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneNames, takeLane } from './lanes.mjs';

test('a lane is taken out of the arguments, the others stay in order', () => {
  assert.deepEqual(takeLane(['a', '--lane', 'mysql', '-t', 'x'], ['mysql']), {
    lane: 'mysql',
    rest: ['a', '-t', 'x'],
  });
});

test('without a lane the arguments are the pattern of the fast tests', () => {
  assert.deepEqual(takeLane(['a'], ['mysql']), { lane: undefined, rest: ['a'] });
});

test('an unknown lane fails and names those there are', () => {
  assert.throws(() => takeLane(['--lane', 'moon'], ['cloud', 'mysql']), /one of cloud, mysql, not "moon"/);
  assert.throws(() => takeLane(['--lane'], ['cloud']), /not ""/);
});

test('the lane of the other database is found', () => {
  assert.ok(laneNames().includes('mysql'));
});

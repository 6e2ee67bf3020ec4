import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLane, laneNames } from './test-run.mjs';

test('refuses an unknown lane and names the known ones', () => {
  assert.throws(() => checkLane('moon', ['cloud', 'mysql']), /one of cloud, mysql, not "moon"/);
  assert.throws(() => checkLane('', ['cloud']), /not ""/);
  assert.doesNotThrow(() => checkLane('cloud', ['cloud']));
  assert.doesNotThrow(() => checkLane(undefined, ['cloud']));
});

test('the lane of the other database is found', () => {
  assert.ok(laneNames().includes('mysql'));
});

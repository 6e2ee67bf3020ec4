import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRACE_MS, OUTAGE_MS, byWallClock, isExplained, maySayUnavailable, outageWithin } from './plan.mjs';

const fault = (kind, more = {}) => ({
  kind,
  on: '',
  from: 10_000,
  until: 20_000,
  recoveredMs: 1000,
  ...more,
});
const launch = (end, more = {}) => ({ nodeId: 'node-1', claimedAt: 5000, endedAt: 25_000, end, ...more });
const LOST = { cause: 'lost', message: 'the lease expired' };

test('503 is expected during an outage and shortly after, not at other times', () => {
  assert.ok(!maySayUnavailable([], 5000));
  for (const kind of ['pause MySQL', 'restart Redis', 'kill service', 'cut link']) {
    assert.ok(maySayUnavailable([fault(kind)], 15_000), kind);
    assert.ok(maySayUnavailable([fault(kind)], 21_000 + GRACE_MS), kind);
    assert.ok(!maySayUnavailable([fault(kind)], 21_001 + GRACE_MS), kind);
    assert.ok(maySayUnavailable([fault(kind, { until: undefined, recoveredMs: undefined })], 90_000), kind);
    assert.ok(maySayUnavailable([fault(kind, { recoveredMs: undefined })], 90_000), kind);
  }
  for (const kind of ['kill worker', 'fill disk']) assert.ok(!maySayUnavailable([fault(kind)], 15_000), kind);
});

test('a job is lost only with a node that was unreachable for longer than its lease', () => {
  const pause = fault('pause node', { on: 'node-1' });
  assert.ok(isExplained([pause], launch(LOST)));
  assert.ok(isExplained([pause], launch({ cause: 'stopped', reason: 'leaseLost' })));
  assert.ok(!isExplained([], launch(LOST)));
  assert.ok(!isExplained([pause], launch(LOST, { nodeId: 'node-2' })), 'another node');
  assert.ok(!isExplained([fault('kill service', { on: 'jobs-1' })], launch(LOST)), 'no fault of a node');
  assert.ok(!isExplained([fault('pause MySQL')], launch(LOST)), 'leases are not judged meanwhile');
  assert.ok(!isExplained([pause], launch(LOST, { claimedAt: 23_000 })), 'claimed afterwards');
  assert.ok(!isExplained([pause], launch(LOST, { endedAt: 8000 })), 'over before');
  const short = fault('kill node', { on: 'node-1', until: 10_000 + OUTAGE_MS - 1001 });
  assert.ok(!isExplained([short], launch(LOST)), 'it came back in time');
  assert.ok(!isExplained([pause], launch({ cause: 'stopped', reason: 'memory' })));
});

test('a job that could not be started, or whose end nobody saw, needs its fault, too', () => {
  const full = fault('fill disk', { on: 'node-1' });
  const failed = (code) => launch({ cause: 'notStarted', failure: { code, message: 'no' } });
  assert.ok(isExplained([full], failed('directoryFailed')));
  assert.ok(!isExplained([{ ...full, on: 'node-2' }], failed('directoryFailed')));
  assert.ok(!isExplained([fault('pause MySQL')], failed('directoryFailed')));
  assert.ok(isExplained([fault('pause MySQL')], failed('downloadFailed')));
  assert.ok(!isExplained([], failed('downloadFailed')));
  const ended = (exitCode) => launch({ cause: 'exited', exitCode });
  assert.ok(isExplained([fault('kill node', { on: 'node-1' })], ended(137)));
  assert.ok(isExplained([full], ended(137)));
  assert.ok(!isExplained([fault('kill node', { on: 'node-1' })], ended(3)));
  assert.ok(!isExplained([fault('kill service')], ended(137)));
});

test('faults are reported by the clock of launches', () => {
  const [told] = byWallClock([fault('kill node', { until: undefined })], 1_000_000);
  assert.deepEqual([told.from, told.until], [1_010_000, undefined]);
});

test('fires are late by what was away meanwhile, counted once; nodes and workers do not matter', () => {
  const faults = [
    fault('kill MySQL'),
    fault('pause Redis', { from: 15_000, until: 22_000 }),
    fault('kill node', { until: 60_000 }),
  ];
  assert.equal(outageWithin(faults, 0, 9000), 0);
  assert.equal(outageWithin(faults, 12_000, 40_000), 11_000);
  assert.equal(outageWithin(faults, 16_000, 18_000), 2000);
  assert.equal(outageWithin([fault('kill MySQL', { until: undefined })], 12_000, 40_000), 28_000);
});

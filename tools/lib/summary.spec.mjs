import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GOALS, verdict } from './goals.mjs';
import { SERVICES } from './settings.mjs';
import { summary } from './summary.mjs';

/** Services as a start returns them; none of them runs, so they have no memory. */
const started = (changes = {}) =>
  SERVICES.map((service, index) => ({
    ...service,
    app: `none-${service.app}`,
    port: 1 + index,
    kept: false,
    isOlder: false,
    changed: [],
    readyMs: 2000 + index,
    ...changes,
  }));

const line = (text, start) => text.split('\n').find((one) => one.trim().startsWith(start));

test('a goal is kept up to its limit', () => {
  assert.equal(verdict(3000, GOALS.ready), '3 s: ok');
  assert.equal(verdict(3001, GOALS.ready), '3 s: missed');
  assert.equal(verdict(501 * 1024 * 1024, GOALS.memory), '500 MB: missed');
});

test('the goals stand below the figures, with a verdict', () => {
  assert.match(line(summary(started(), true), 'goal'), /3 s: ok +500 MB: ok$/);
  assert.match(line(summary(started({ readyMs: 3500 }), true), 'goal'), /3 s: missed +500 MB: ok$/);
});

test('services that ran already have no time to ready', () => {
  assert.match(line(summary(started({ kept: true }), true), 'goal'), /^ +goal +500 MB: ok$/);
});

test('tells of services that run with other settings than a start would give them now', () => {
  const text = summary(started({ kept: true, changed: ['DATABASE_URL', 'REDIS_URL'] }), true);
  assert.match(line(text, 'history query still'), /other settings \(DATABASE_URL, REDIS_URL\)/);
  assert.doesNotMatch(summary(started(), true), /other settings/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMS, KINDS, diamondPlans, jobPlans, schedule } from './plan.mjs';

test('the same seed gives the same faults and jobs, another seed others', () => {
  assert.deepEqual(schedule('full', 7), schedule('full', 7));
  assert.deepEqual(jobPlans('full', 7), jobPlans('full', 7));
  assert.notDeepEqual(schedule('full', 7), schedule('full', 8));
  assert.notDeepEqual(jobPlans('full', 7), jobPlans('full', 8));
});

test('every kind of fault occurs in each round, except excluded ones', () => {
  for (const form of Object.keys(FORMS)) {
    const kinds = schedule(form, 3, ['cut link']).map(({ kind }) => kind);
    for (const kind of Object.keys(KINDS))
      assert.equal(
        kinds.filter((one) => one === kind).length,
        kind === 'cut link' ? 0 : FORMS[form].rounds,
        kind,
      );
  }
});

test('a diamond has its size, depends on earlier jobs alone, and on no more than a job may', () => {
  for (const size of [24, 200]) {
    const plans = diamondPlans(size);
    assert.equal(plans.length, size);
    const seen = new Set();
    for (const { name, dependsOn } of plans) {
      assert.ok(dependsOn.length <= 100 && dependsOn.every((one) => seen.has(one)), name);
      seen.add(name);
    }
    const needed = new Set(plans.flatMap(({ dependsOn }) => dependsOn));
    assert.deepEqual(
      plans.filter(({ name }) => !needed.has(name)).map(({ name }) => name),
      ['last'],
    );
  }
});

test('the run finds all its parts', async () => {
  assert.equal(typeof (await import('./run.mjs')).runChaos, 'function');
});

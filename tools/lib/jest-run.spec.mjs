import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesToTryAgain, MOST_TRIED_AGAIN } from './jest-run.mjs';

const failed = (name) => ({ name, status: 'failed' });

test('the few files that failed are tried again', () => {
  const report = { testResults: [failed('a.spec.ts'), { name: 'b.spec.ts', status: 'passed' }] };
  assert.deepEqual(filesToTryAgain(report), ['a.spec.ts']);
});

test('nothing is tried again when nothing failed, when much did, or when there is no report', () => {
  assert.equal(filesToTryAgain({ testResults: [{ name: 'b.spec.ts', status: 'passed' }] }), undefined);
  const many = Array.from({ length: MOST_TRIED_AGAIN + 1 }, (_, index) => failed(`${index}.spec.ts`));
  assert.equal(filesToTryAgain({ testResults: many }), undefined);
  assert.equal(filesToTryAgain(undefined), undefined);
});

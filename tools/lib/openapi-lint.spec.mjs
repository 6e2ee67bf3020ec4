import assert from 'node:assert/strict';
import { test } from 'node:test';
import { olderRelease } from './openapi-lint.mjs';

const about = (description) => ({ info: { description } });

test('recognizes the document of an older release, which differs from the kept one', () => {
  assert.equal(olderRelease(about('Jobs. Release 3.2.'), about('Jobs.')), 'Release 3.2');
  assert.equal(olderRelease(about('Jobs.'), about('Jobs.')), undefined);
  assert.equal(olderRelease(about('Other. Release 3.2.'), about('Jobs.')), undefined);
  assert.equal(olderRelease(about('Jobs.'), {}), undefined);
});

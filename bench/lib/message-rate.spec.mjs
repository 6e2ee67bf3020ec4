import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { countMessages } from './message-rate.mjs';

test('counts the marks, also at both ends of a chunk', () => {
  assert.equal(countMessages(Buffer.from('~data: ~xx\n\ndata: ~')), 3);
  assert.equal(countMessages(Buffer.from('')), 0);
});

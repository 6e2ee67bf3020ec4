import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { Tally, countMessages } from './tally.mjs';

test('counts the marks, also at both ends of a chunk', () => {
  assert.equal(countMessages(Buffer.from('~data: ~xx\n\ndata: ~')), 3);
  assert.equal(countMessages(Buffer.from('')), 0);
});

test('counts messages and told losses, however they are cut', () => {
  const text = 'data: ~a\n\ndata: {"svc.meta.dropped":17}\n\ndata: ~b\n\ndata: {"svc.meta.dropped":5}\n\n';
  for (let size = 1; size < text.length + 1; size += 1) {
    const tally = new Tally();
    for (let at = 0; at < text.length; at += size) tally.add(Buffer.from(text.slice(at, at + size)));
    assert.deepEqual([tally.received, tally.lost, tally.told], [2, 22, 24], `pieces of ${size}`);
  }
});

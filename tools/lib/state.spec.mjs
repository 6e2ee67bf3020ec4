import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseToken } from './state.mjs';

const given = 'given-by-the-user';
const remembered = 'of-the-last-start';

test('running services keep the token that they were started with', () => {
  assert.equal(chooseToken({ given, remembered, running: true }), remembered);
  assert.equal(chooseToken({ given: 'short', remembered, running: true }), remembered);
});

test("the user's token is used when no service runs, else that of the last start, else a new one", () => {
  assert.equal(chooseToken({ given, remembered, running: false }), given);
  assert.equal(chooseToken({ remembered, running: false }), remembered);
  assert.match(chooseToken({ running: false }), /^[\w-]{32}$/);
  assert.match(chooseToken({ remembered: 'short', running: false }), /^[\w-]{32}$/);
});

test('a token that the services would refuse is refused before anything starts', () => {
  assert.throws(
    () => chooseToken({ given: 'short', remembered, running: false }),
    /^Error: INTERNAL_TOKEN must have at least 16 characters$/,
  );
});

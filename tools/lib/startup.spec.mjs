import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from './startup.mjs';

test('reports once that a service has ended, and how to start it again', () => {
  const lines = changes({ jobs: 12, streams: 13 }, { jobs: undefined, streams: 13 });
  assert.equal(lines.length, 1);
  assert.match(lines[0], /^jobs \(pid 12\) has ended unexpectedly.*npm start/);
  assert.deepEqual(changes({ jobs: undefined }, { jobs: undefined }), []);
});

test('reports when a service runs again', () => {
  assert.deepEqual(changes({ jobs: undefined }, { jobs: 14 }), ['jobs runs again (pid 14)']);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countRequests, requestsOf } from './readme-requests.mjs';
import { ROOT } from './settings.mjs';

const urls = {
  streams: 'http://127.0.0.1:1',
  history: 'http://127.0.0.1:2',
  jobs: 'http://127.0.0.1:3',
};
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('README.md has ten requests, in lines that a shell understands', () => {
  const script = requestsOf(readme, urls);
  assert.equal(countRequests(script), 10);
  assert.doesNotMatch(script, /localhost/);
  assert.equal(spawnSync('bash', ['-n'], { input: script }).status, 0);
});

test('a text without the block is told', () => {
  assert.throws(() => requestsOf('## Ten requests\n\nnone', urls), /no block of requests/);
});

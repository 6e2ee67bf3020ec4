/** The lane `fuzz`: the short form of `npm run fuzz`, a tenth of its requests, on the servers of the test run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from '../fuzz/fuzz.mjs';

const REQUESTS = 2000;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

for (const key of ['history', 'jobs', 'streams']) {
  test(`nothing but documented answers comes from ${key} (FUZZ_SEED=${seed})`, async () => {
    const problems = await fuzz({ keys: [key], requests: REQUESTS, seed });
    assert.deepEqual(problems, []);
  });
}

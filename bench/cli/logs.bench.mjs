/** `job logs -f` over a gigabyte against curl, its memory, and the delay of a line over that of the service. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { credentials } from '../lib/guards.mjs';
import { sharedSetup } from '../lib/shared.mjs';
import { percentile } from '../lib/statistics.mjs';
import { waitForAll } from '../lib/wait.mjs';
import { startOutput, writeOutput } from '../jobs/lib/large-output.mjs';
import { startNode, submit } from '../jobs/lib/small-jobs.mjs';
import { end, peakMemory, start } from './lib/command.mjs';

const MEGABYTES = 2 ** 30 / 1e6;
const [LINES, LINE_EVERY_MS] = [60, 25];

/** A job whose gigabyte of stdout is in the archive: following it ends with the job. */
const written = sharedSetup(async (bench) => {
  const { jobs } = await startOutput(bench);
  const stdout = await writeOutput(jobs, { archived: true });
  return { bench, jobs, stdout, id: new URL(stdout).pathname.split('/').at(-3) };
});
const followed = ({ bench, jobs, id }) => start(bench, ['job', 'logs', '-f', id, '--jobs', jobs], 'ignore');

/** A running job, whose stdout the bench writes. */
const growing = sharedSetup(async (bench) => {
  const work = join(bench.folder, 'cli-follow');
  const { jobs } = await startNode(bench, 2, { NODE_WORK_DIR: work });
  const job = await submit(jobs, 'sleep 3600');
  const stdout = `${jobs}${new URL(job).pathname}/output/stdout`;
  await waitForAll(
    'the output of the job',
    async () => (await fetch(stdout, { headers: credentials() })).ok,
    30_000,
  );
  const launches = join(work, 'launches');
  const file = join(launches, readdirSync(launches)[0], 'job', 'stdout');
  return { bench, jobs, stdout, file, id: new URL(job).pathname.split('/').at(-1) };
});

/** Writes lines with their times into a file that a reader follows. @returns the delay below which 95 % of them come, ms */
async function delayOf(file, reader) {
  const delays = [];
  let rest = '';
  reader.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    delays.push(...lines.map((line) => performance.now() - Number(line)));
  });
  const handle = await open(file, 'a');
  try {
    // Lines that are written before the reader is connected do not come.
    while (delays.length <= LINES) {
      await handle.write(`${performance.now()}\n`);
      await delay(LINE_EVERY_MS);
    }
  } finally {
    await handle.close();
  }
  return percentile(delays.slice(1), 95);
}

export default [
  {
    name: 'cli: job logs -f over 1 GB, against curl',
    unit: 'MB/s',
    goal: 0.5,
    setup: written,
    async run(context) {
      return MEGABYTES / ((await end(followed(context), performance.now())) / 1000);
    },
    async baseline({ stdout }) {
      const header = `authorization: ${credentials().authorization}`;
      const words = ['-sSf', '-o', '/dev/null', '-H', header, `${stdout}?follow=true`];
      const begun = performance.now();
      return MEGABYTES / ((await end(spawn('curl', words, { stdio: 'inherit' }), begun)) / 1000);
    },
  },
  {
    name: 'cli: memory of job logs -f over 1 GB',
    unit: 'MB',
    goal: 80,
    compare: 'value',
    setup: written,
    run: (context) => peakMemory(followed(context)),
    baseline: async () => 0,
  },
  {
    name: 'cli: delay of a line of job logs -f, p95, over that of the service',
    unit: 'ms',
    goal: 50,
    compare: 'difference',
    setup: growing,
    async run({ bench, jobs, id, file }) {
      const child = start(bench, ['job', 'logs', '-f', id, '--tail', '0', '--jobs', jobs]);
      try {
        return await delayOf(file, child.stdout);
      } finally {
        child.kill('SIGKILL');
      }
    },
    async baseline({ stdout, file }) {
      const request = http.get(`${stdout}?follow=true&tail=0`, { agent: false, headers: credentials() });
      const [response] = await once(request, 'response');
      try {
        return await delayOf(file, response);
      } finally {
        request.destroy();
      }
    },
  },
];

/** A job that writes a gigabyte to its stdout, and a bare server with the same bytes in a file. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { send } from '../../lib/client.mjs';
import { credentials } from '../../lib/guards.mjs';
import { megabytesPerSecond } from '../../lib/transfer.mjs';
import { waitForAll } from '../../lib/wait.mjs';
import { register, submit } from './small-jobs.mjs';

const BYTES = 2 ** 30;

/** Starts the service with a node and the bare server. */
export async function startOutput(bench) {
  mkdirSync(bench.folder, { recursive: true });
  const file = join(bench.folder, 'bare-output');
  const block = Buffer.alloc(2 ** 20, 'a line of output\n');
  await pipeline(Readable.from(Array(BYTES / block.length).fill(block)), createWriteStream(file));
  const bare = await bench.baseline('file', { FILE: file });
  const jobs = await bench.service('jobs');
  await register(jobs);
  return { bare: `${bare}/output`, jobs };
}

/** Submits a job that writes the gigabyte. @returns the address of its stdout once it is complete */
export async function writeOutput(jobs, { archived }) {
  const after = archived ? 'true' : 'sleep 3600';
  const line = `yes "a line of output" | head -c ${BYTES}; ${after}`;
  const job = await submit(jobs, line, { memory: undefined });
  const stdout = `${job}/output/stdout`;
  const isWhole = async () => {
    const execution = (await send('GET', `${job}/execution`)).json();
    if (archived) return execution.archiveStatus === 'ARCHIVED';
    const head = await fetch(stdout, { method: 'HEAD', headers: credentials() });
    return Number(head.headers.get('content-length')) === BYTES;
  };
  await waitForAll('the output of the job', isWhole, 120_000);
  return stdout;
}

export const gigabyte = (url) => megabytesPerSecond(url, 1);

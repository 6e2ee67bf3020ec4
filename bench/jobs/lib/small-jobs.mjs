/** Small jobs on one node, and the same run script spawned without the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../lib/client.mjs';
import { waitForAll } from '../../lib/wait.mjs';

const COMMON = { user: 'bench', version: '1.0', tags: ['type:small'] };
const ENDED = ['SUCCEEDED', 'FAILED', 'KILLED'];

/** `--scale full`: sizes that are too large for a quick run. */
export const isFull = process.env.BENCH_SCALE === 'full';

/** Starts the service with a node of this many slots, and registers the resources of {@link submit}. */
export async function startNode(bench, slots, env = {}) {
  const archives = join(bench.folder, 'archives');
  const jobs = await bench.service('jobs', {
    NODE_SLOTS: String(slots),
    NODE_MEMORY_MB: '100000',
    ...env,
  });
  await register(jobs);
  return { jobs, archives };
}

/** The cluster and the command of small jobs. */
export async function register(jobs) {
  await send('POST', `${jobs}/api/v3/clusters`, { ...COMMON, name: 'small', status: 'UP' });
  await send('POST', `${jobs}/api/v3/commands`, {
    ...COMMON,
    name: 'small',
    status: 'ACTIVE',
    executableAndArguments: ['bash', '-c'],
    clusterCriteria: [{ tags: COMMON.tags }],
  });
}

/** Submits a job that runs a line of shell. Returns its address. */
export async function submit(jobs, line, change = {}) {
  const { response } = await send('POST', `${jobs}/api/v3/jobs`, {
    ...COMMON,
    name: 'small',
    memory: 16,
    commandArgs: `'${line}'`,
    clusterCriterias: [{ tags: COMMON.tags }],
    commandCriteria: COMMON.tags,
    ...change,
  });
  return response.headers.get('location');
}

/** Waits until a job has ended. @returns the job */
export async function ended(job, timeoutMs = 60_000) {
  let last;
  const isOver = async () => {
    last = (await send('GET', job)).json();
    return ENDED.includes(last.status);
  };
  await waitForAll(`the job ${job}`, isOver, timeoutMs);
  return last;
}

/** Returns the number of a user's jobs in a state. */
export async function count(jobs, user, status) {
  const query = new URLSearchParams({ user, status, size: '1' });
  return (await send('GET', `${jobs}/api/v3/jobs?${query}`)).json().page.totalElements;
}

/** The run script that the node started for a job, to be spawned bare. */
export async function scriptOf(job) {
  return (await send('GET', `${job}/output/run`)).text;
}

/** Spawns a run script in a directory of its own and waits for its end. Returns its stdout. */
export async function spawnBare(script, directory) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'run'), script, { mode: 0o755 });
  const child = spawn('bash', ['./run'], { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  await once(child, 'close');
  return out;
}

/** Runs `work` for 0 … count-1, with limited concurrency. */
export async function inParallel(count, concurrency, work) {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}

export const remove = (folder) => rmSync(folder, { recursive: true, force: true });
export const pause = delay;

/** The command `portolan` as a process of its own, as users run it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../tools/lib/console.mjs';
import { ROOT } from '../../../tools/lib/settings.mjs';
import { credentials } from '../../lib/guards.mjs';
import { percentile } from '../../lib/statistics.mjs';

const PROGRAM = join(ROOT, 'libs', 'cli', 'dist', 'main.js');
/** The memory of a process is looked at this often, ms; the kernel keeps its peak. */
const LOOK_MS = 50;

/** Variables of the command: the token of the bench, and files of its own. */
const variables = (bench) => ({
  ...process.env,
  PORTOLAN_TOKEN: credentials().authorization.slice('Bearer '.length),
  XDG_CONFIG_HOME: join(bench.folder, 'cli'),
  XDG_CACHE_HOME: join(bench.folder, 'cli'),
});

/** Starts the command. @param words its arguments */
export const start = (bench, words, stdout = 'pipe') =>
  spawn(process.execPath, [PROGRAM, ...words], {
    env: variables(bench),
    stdio: ['ignore', stdout, 'inherit'],
  });

/** Waits for a process and fails unless its exit code is 0. @returns the time since `begun`, ms */
export async function end(child, begun) {
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Failure(`${child.spawnargs.join(' ')} ended with ${code}`);
  return performance.now() - begun;
}

/** The median time of some calls of `once`, ms: starting a process varies by more than the goals. */
export async function medianTime(call, times = 5) {
  const all = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await call(begun);
    all.push(performance.now() - begun);
  }
  return percentile(all, 50);
}

/** The peak of the memory of a process until its end, MB. */
export async function peakMemory(child) {
  let peak = 0;
  const look = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? peak * 1000) / 1000;
    } catch {
      // The process has ended since the last look.
    }
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await end(child, 0);
  } finally {
    clearInterval(timer);
  }
  return peak;
}

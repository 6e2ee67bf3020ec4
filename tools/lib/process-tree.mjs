/** The processes below another one, as /proc lists them. */
import { readFileSync, readdirSync } from 'node:fs';
import process from 'node:process';
import { commandLineOf, parseStat } from './process-identity.mjs';

/** Clock ticks in a second: what Linux shows to programs, whatever the kernel was built with. */
const TICKS = 100;

function statOf(pid) {
  try {
    return { pid: Number(pid), ...parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')) };
  } catch {
    return undefined;
  }
}

const uptime = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);

/**
 * Lists the children of a process, their children and so on, each after its parent.
 *
 * @param {number} pid
 * @returns {{ pid: number, seconds: number, command: string }[]} with how long each has run; empty where there is no /proc
 */
export function descendantsOf(pid) {
  if (process.platform !== 'linux') return [];
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(statOf)
    .filter((stat) => stat && stat.state !== 'Z');
  const now = uptime();
  const below = (parent) =>
    all
      .filter((stat) => stat.parent === parent)
      .flatMap((stat) => [
        {
          pid: stat.pid,
          seconds: Math.round(now - Number(stat.startTicks) / TICKS),
          command: commandLineOf(stat.pid),
        },
        ...below(stat.pid),
      ]);
  return below(pid);
}

/**
 * The identity of a process: after a crash or a reboot another process may have its pid, but not its start time since that boot.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { tryRead } from './files.mjs';

let bootId;
const boot = () => (bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());

/**
 * Splits a line of /proc/<pid>/stat; the command's name may hold spaces and brackets, so it counts from the last one. A
 * deliberate copy of a function in libs/node/src/process/process-table.ts: tools run before the build and use no built code.
 */
export function parseStat(text) {
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: rest[0], parent: Number(rest[1]), group: Number(rest[2]), startTicks: rest[19] };
}

/** Returns a text that identifies a process, unlike others with its pid; `null` for no process or a zombie. */
export function identityOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      return stat.state === 'Z' || stat.state === 'X' ? null : `${boot()}:${stat.startTicks}`;
    }
    const args = ['-o', 'stat=,lstart=', '-p', String(pid)];
    const [state, ...started] = execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/);
    return state.startsWith('Z') ? null : started.join(' ');
  } catch {
    return null;
  }
}

/** Reports whether the process recorded as `{pid, identity}` still runs. */
export const isAlive = (record) =>
  Boolean(record) && record.identity !== undefined && identityOf(record.pid) === record.identity;

/** Returns the command line of a process in one line; '' when it cannot be read. */
export const commandLineOf = (pid) =>
  (tryRead(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim().slice(0, 120);

/** Clock ticks in a second as shown to programs, independent of the kernel's configuration. */
const TICKS = 100;

/** Returns the ids of all processes as texts. Linux only. */
export const processIds = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));

/** Lists the descendants of a process with their run times, each after its parent; none where there is no /proc. */
export function descendantsOf(pid) {
  if (process.platform !== 'linux') return [];
  const all = processIds()
    .map((pid) => ({ pid: Number(pid), text: tryRead(`/proc/${pid}/stat`) }))
    .filter(({ text }) => text)
    .map(({ pid, text }) => ({ pid, ...parseStat(text) }))
    .filter(({ state }) => state !== 'Z');
  const now = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  const below = (parent) =>
    all
      .filter((stat) => stat.parent === parent)
      .flatMap(({ pid, startTicks }) => {
        const seconds = Math.round(now - Number(startTicks) / TICKS);
        return [{ pid, identity: identityOf(pid), seconds, command: commandLineOf(pid) }, ...below(pid)];
      });
  return below(pid);
}

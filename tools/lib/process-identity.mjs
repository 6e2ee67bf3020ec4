/**
 * Which process a pid means. A pid alone is not enough: after a crash or a reboot the number may belong to somebody
 * else. The start time (and the boot it counts from) tells them apart.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

let bootId;
function boot() {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return bootId;
}

/**
 * Splits a line of /proc/<pid>/stat; the command's name may hold spaces and brackets, so it counts from the last one.
 * The node has a deliberate twin (apps/job-orchestration/src/node/process/process-table.ts): the tools run before the
 * build and use none of its code.
 */
export function parseStat(text) {
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: rest[0], parent: Number(rest[1]), group: Number(rest[2]), startTicks: rest[19] };
}

/**
 * A text that stays the same for the life of a process and differs for any other with the same pid.
 * `null` when there is no such process, or only its unreaped remains.
 */
export function identityOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      return stat.state === 'Z' || stat.state === 'X' ? null : `${boot()}:${stat.startTicks}`;
    }
    const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/);
    return state.startsWith('Z') ? null : started.join(' ');
  } catch {
    return null;
  }
}

/** Whether the process that was recorded as `{pid, identity}` still runs. */
export function isAlive(record) {
  return Boolean(record) && record.identity !== undefined && identityOf(record.pid) === record.identity;
}

/** The command line of a process in one line, or '' when it can't be read. */
export function commandLineOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 120);
  } catch {
    return '';
  }
}

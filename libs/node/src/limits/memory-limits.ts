import { readFileSync } from 'node:fs';
import type { LaunchOffer } from '@portolan/launches';

const ROOT = '/sys/fs/cgroup';
const KILOBYTE = 1024;

/** Returns the resident memory of processes, bytes. Counts shared pages for each, so it is never too little. */
export const residentBytes = (pids: readonly number[]): number => sum(pids, 'status', /^VmRSS:\s+(\d+) kB$/m);

/** Returns the same with every shared page counted once, if inspectable: exact, and more expensive. */
export const proportionalBytes = (pids: readonly number[]): number =>
  pids.reduce((bytes, pid) => {
    const own = sum([pid], 'smaps_rollup', /^Pss:\s+(\d+) kB$/m);
    return bytes + (own > 0 ? own : residentBytes([pid]));
  }, 0);

function sum(pids: readonly number[], file: string, line: RegExp): number {
  const read = (path: string): string => readFileSync(path, 'latin1');
  return pids.reduce((bytes, pid) => {
    const [, kilobytes = '0'] = line.exec(textOf(`/proc/${pid}/${file}`, read)) ?? [];
    return bytes + Number(kilobytes) * KILOBYTE;
  }, 0);
}

/** Returns the kernel's kills for lack of memory in the node's own group, if it counts them (container, pod). */
export function oomKills(read = (path: string): string => readFileSync(path, 'utf8')): number | undefined {
  for (const path of candidates(textOf('/proc/self/cgroup', read))) {
    const [, count] = /^oom_kill (\d+)$/m.exec(textOf(path, read)) ?? [];
    if (count !== undefined) return Number(count);
  }
  return undefined;
}

/** Paths of both versions; a container sees its own group as the root. */
function candidates(groups: string): string[] {
  const [, first] = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(groups) ?? [];
  const [, second] = /^0::(.*)$/m.exec(groups) ?? [];
  return [
    ...(first === undefined ? [] : [`${ROOT}/memory${first}/memory.oom_control`]),
    `${ROOT}/memory/memory.oom_control`,
    ...(second === undefined ? [] : [`${ROOT}${second}/memory.events`]),
    `${ROOT}/memory.events`,
  ];
}

export const outOfMemoryLine = ({ residentMb }: Pick<LaunchOffer['limits'], 'residentMb'>): string =>
  `the kernel killed a process: no memory was left${residentMb == null ? '' : `, ${residentMb} MB allowed`}`;

/** Returns the text of a file; empty when the process has ended or the file does not exist. */
function textOf(path: string, read: (path: string) => string): string {
  try {
    return read(path);
  } catch {
    return '';
  }
}

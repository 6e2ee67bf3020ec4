import { readFileSync } from 'node:fs';
import type { LaunchOffer } from '@portolan/launches';

const ROOT = '/sys/fs/cgroup';

/**
 * How many processes the kernel has killed so far because the control group that the node runs in (its container, its pod)
 * had no memory left; undefined where there is no such count.
 *
 * @param read reads a file as text; throws when it is not there
 */
export function oomKills(read: (path: string) => string = readText): number | undefined {
  for (const path of candidates(read)) {
    try {
      const [, count] = /^oom_kill (\d+)$/m.exec(read(path)) ?? [];
      if (count !== undefined) return Number(count);
    } catch {
      // The other version, or another place: a container sees its own group as the root.
    }
  }
  return undefined;
}

/** Describes a launch of which the kernel killed a process because memory ran out. */
export const outOfMemoryLine = ({ residentMb }: Pick<LaunchOffer['limits'], 'residentMb'>): string =>
  `the kernel killed a process: no memory was left${residentMb == null ? '' : `, ${residentMb} MB allowed`}`;

function candidates(read: (path: string) => string): string[] {
  const groups = textOrNone(read, '/proc/self/cgroup');
  const [, first] = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(groups) ?? [];
  const [, second] = /^0::(.*)$/m.exec(groups) ?? [];
  return [
    ...(first === undefined ? [] : [`${ROOT}/memory${first}/memory.oom_control`]),
    `${ROOT}/memory/memory.oom_control`,
    ...(second === undefined ? [] : [`${ROOT}${second}/memory.events`]),
    `${ROOT}/memory.events`,
  ];
}

function textOrNone(read: (path: string) => string, path: string): string {
  try {
    return read(path);
  } catch {
    return '';
  }
}

const readText = (path: string): string => readFileSync(path, 'utf8');

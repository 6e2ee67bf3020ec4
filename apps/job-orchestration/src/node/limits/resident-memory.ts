import { readFileSync } from 'node:fs';

const KILOBYTE = 1024;

/**
 * Resident memory of processes together, bytes. Pages that several share are counted for each, so this is never
 * too little.
 */
export const residentBytes = (pids: readonly number[]): number => sum(pids, 'status', /^VmRSS:\s+(\d+) kB$/m);

/**
 * The same with every shared page counted once in all (each sharer has its part): exact, and dearer to ask for.
 * A process that does not let itself be looked into counts as {@link residentBytes}.
 */
export const proportionalBytes = (pids: readonly number[]): number =>
  pids.reduce((bytes, pid) => {
    const own = sum([pid], 'smaps_rollup', /^Pss:\s+(\d+) kB$/m);
    return bytes + (own > 0 ? own : residentBytes([pid]));
  }, 0);

function sum(pids: readonly number[], file: string, line: RegExp): number {
  return pids.reduce((bytes, pid) => {
    const [, kilobytes = '0'] = line.exec(textOf(`/proc/${pid}/${file}`)) ?? [];
    return bytes + Number(kilobytes) * KILOBYTE;
  }, 0);
}

/** What the kernel tells of a process; nothing when it has gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

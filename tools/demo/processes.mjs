/** Finds the processes of launches by their environment, so that the demo can kill one and see that none is left. */
import { readFileSync, readdirSync } from 'node:fs';

/** Ids of processes whose environment has all of `wanted` (`{NAME: value}`). Linux only. */
export function processesWith(wanted) {
  const entries = Object.entries(wanted).map(([name, value]) => `${name}=${value}`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = new Set(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'));
        return entries.every((entry) => environment.has(entry));
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The command line of a process. */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return '';
  }
}

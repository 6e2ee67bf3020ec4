import { readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsent } from '../atomic-file';

/** Ids of the processes in a group; undefined when there is no such group. */
export function processesIn(folder: string): number[] | undefined {
  try {
    return readFileSync(join(folder, PROCESSES_FILE), 'latin1').split('\n').filter(Boolean).map(Number);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Lists the processes of a group; an id that is written to it moves that process there. */
export const PROCESSES_FILE = 'cgroup.procs';

/** Sets a value of a group. @throws errors of the system */
export const setValue = (folder: string, name: string, value: string | number): void =>
  writeFileSync(join(folder, name), String(value));

/** Sets a value that not every kernel has. */
export function trySetValue(folder: string, name: string, value: string | number): void {
  try {
    setValue(folder, name, value);
  } catch {
    // This kernel does without.
  }
}

/** The number behind a word in one of a group's files, 0 when it is not there; undefined without the group. */
export function counterIn(folder: string, name: string, counter: string): number | undefined {
  try {
    const text = readFileSync(join(folder, name), 'latin1');
    return Number(new RegExp(`^${counter} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Removes a group. @returns false while it is in use */
export function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return isAbsent(error);
  }
}

/** ENODEV: the group was removed between opening and reading. */
const isGone = (error: unknown): boolean =>
  isAbsent(error) || (error as NodeJS.ErrnoException).code === 'ENODEV';

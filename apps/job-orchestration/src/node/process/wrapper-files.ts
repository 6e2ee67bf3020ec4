import { closeSync, fstatSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isAbsent } from '../atomic-file';
import type { LaunchDirectory } from '../launches/launch-directory';
import type { ProcessIdentity } from './process-table';

/** What the start script of a launch has recorded so far; see `startScript`. Times in ms since the epoch. */
export interface WrapperFiles {
  /** The script began; without `wrapper` it never will: see {@link preventStart}. */
  begun: boolean;
  wrapper: ProcessIdentity | undefined;
  child: { pid: number; startedAt: number } | undefined;
  exit: { code: number; finishedAt: number } | undefined;
  leaseLost: boolean;
}

/**
 * Reads what the start script has recorded; files that are not there yet, or not whole, count as absent. They are a line
 * each, just written: to read them at once takes a tenth of the time that waiting for each takes.
 *
 * @param known what was read before: a file that was whole does not change any more
 */
export function readWrapperFiles(directory: LaunchDirectory, known?: WrapperFiles): WrapperFiles {
  const names = namesIn(directory.control);
  const read = (name: string): Timed | undefined =>
    names.includes(name) ? readTimed(directory.inControl(name)) : undefined;
  const started = known?.wrapper ? undefined : read('started');
  const child = known?.child ? undefined : read('child');
  const exit = known?.exit ? undefined : read('exit');
  return {
    begun: started !== undefined || known?.wrapper !== undefined,
    wrapper: started ? parseWrapper(started.text) : known?.wrapper,
    child: child?.text ? { pid: Number(child.text), startedAt: child.time } : known?.child,
    exit: exit?.text ? { code: Number(exit.text), finishedAt: exit.time } : known?.exit,
    leaseLost: names.includes('lease-lost'),
  };
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Makes sure that the start script can't begin any more. @returns false when it has begun already. */
export async function preventStart(directory: LaunchDirectory): Promise<boolean> {
  try {
    await writeFile(directory.inControl('started'), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function parseWrapper(text: string): ProcessIdentity | undefined {
  const [pid, startTicks, bootId] = text.split(' ');
  return pid && startTicks && bootId ? { pid: Number(pid), startTicks, bootId } : undefined;
}

/** A line that was written whole, and when, ms since the epoch. */
interface Timed {
  text: string;
  time: number;
}

function readTimed(path: string): Timed | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const text = readFileSync(file, 'latin1');
      return { text: text.endsWith('\n') ? text.trim() : '', time: Math.floor(fstatSync(file).mtimeMs) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

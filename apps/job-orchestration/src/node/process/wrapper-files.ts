import { readFile, stat, writeFile } from 'node:fs/promises';
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

/** Reads what the start script has recorded; files that are not there yet, or not whole, count as absent. */
export async function readWrapperFiles(directory: LaunchDirectory): Promise<WrapperFiles> {
  const [started, child, exit, leaseLost] = await Promise.all(
    ['started', 'child', 'exit', 'lease-lost'].map((name) => readTimed(directory.inControl(name))),
  );
  return {
    begun: started !== undefined,
    wrapper: started && parseWrapper(started.text),
    child: child?.text ? { pid: Number(child.text), startedAt: child.time } : undefined,
    exit: exit?.text ? { code: Number(exit.text), finishedAt: exit.time } : undefined,
    leaseLost: leaseLost !== undefined,
  };
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

/** A line that was written whole, and when. */
async function readTimed(path: string): Promise<{ text: string; time: number } | undefined> {
  try {
    const text = await readFile(path, 'latin1');
    const { mtimeMs } = await stat(path);
    return { text: text.endsWith('\n') ? text.trim() : '', time: Math.floor(mtimeMs) };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

import { closeSync, fstatSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ifThere } from '../file-system/atomic-file';
import type { LaunchDirectory } from '../launch-directory/launch-directory';
import type { ProcessIdentity } from './process-table';

/**
 * Time limit for a script to write the file that it has created, ms. A slower script counts as dead: it was killed, or the machine
 * lost power.
 */
const IDENTIFY_LIMIT_MS = 30_000;

/** The files recorded so far by the wrapper script of a launch; see `wrapperScript`. Times in ms since the epoch. */
export interface WrapperFiles {
  /** The script has begun; without `wrapper` it is {@link beginning}, or it never will: see {@link preventStart}. */
  begun: boolean;
  /** The script has created its file and is about to write it. */
  beginning: boolean;
  wrapper: ProcessIdentity | undefined;
  child: { pid: number; startedAt: number } | undefined;
  exit: { code: number; finishedAt: number } | undefined;
  leaseLost: boolean;
}

/**
 * Reads the files of the wrapper script; missing or incomplete files count as absent. Each is one freshly written line:
 * synchronous reads take a tenth of the time of asynchronous ones.
 *
 * @param known result of an earlier read: a complete file does not change any more
 */
export function readWrapperFiles(directory: LaunchDirectory, known?: WrapperFiles): WrapperFiles {
  const names = ifThere(() => readdirSync(directory.control)) ?? [];
  const read = (name: string): Timed | undefined =>
    names.includes(name) ? ifThere(() => readTimed(directory.inControl(name))) : undefined;
  const started = known?.wrapper ? undefined : read('started');
  const child = known?.child ? undefined : read('child');
  const exit = known?.exit ? undefined : read('exit');
  return {
    begun: started !== undefined || known?.wrapper !== undefined,
    beginning: started?.text === '' && Date.now() - started.time < IDENTIFY_LIMIT_MS,
    wrapper: started ? parseWrapper(started.text) : known?.wrapper,
    child: child?.text ? { pid: Number(child.text), startedAt: child.time } : known?.child,
    exit: exit?.text ? { code: Number(exit.text), finishedAt: exit.time } : known?.exit,
    leaseLost: names.includes('lease-lost'),
  };
}

/** Ensures that the wrapper script cannot begin any more. @returns false when it has begun */
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

/** A complete line and the time it was written, ms since the epoch. */
interface Timed {
  text: string;
  time: number;
}

function readTimed(path: string): Timed {
  const file = openSync(path, 'r');
  try {
    const text = readFileSync(file, 'latin1');
    return { text: text.endsWith('\n') ? text.trim() : '', time: Math.floor(fstatSync(file).mtimeMs) };
  } finally {
    closeSync(file);
  }
}

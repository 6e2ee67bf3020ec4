import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAbsent } from '../atomic-file';
import { OUTPUT_FILES } from '../launches/launch-directory';
import { LaunchFailed } from './launch-failed';

/** Names at the top of a launch's directory that are the node's to write. */
const RESERVED: ReadonlySet<string> = new Set(OUTPUT_FILES);

/**
 * Splits a path that must stay inside a directory: relative, `/` between segments, no `..`, no `.`, no NUL,
 * no backslash (another system's separator).
 *
 * @returns undefined when it does not stay inside
 */
export function segmentsInside(path: string): string[] | undefined {
  if (path.startsWith('/') || /[\0\\]/.test(path)) return undefined;
  const segments = path.replace(/\/$/, '').split('/');
  return segments.some((segment) => segment === '' || segment === '.' || segment === '..')
    ? undefined
    : segments;
}

/**
 * Makes the folder for a file that is to be written into a directory that only the node gets to so far, and refuses whatever would leave the directory, be it
 * by its path or by a symbolic link on the way.
 *
 * @param code of the failure
 * @returns the file's absolute path
 */
export function placeInside(root: string, path: string, code: string): string {
  const segments = segmentsInside(path);
  if (!segments || RESERVED.has(segments[0] ?? ''))
    throw new LaunchFailed(code, `${path} is no path of a file inside the launch's directory`, true);
  const target = join(root, ...segments);
  for (let depth = 1; depth <= segments.length; depth++) {
    if (isSymbolicLink(join(root, ...segments.slice(0, depth))))
      throw new LaunchFailed(code, `${path} leads through a symbolic link`, true);
  }
  mkdirSync(dirname(target), { recursive: true });
  return target;
}

function isSymbolicLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

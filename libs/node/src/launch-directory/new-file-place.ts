import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifThere } from '../file-system/atomic-file';
import { segmentsInside } from '../file-system/path-segments';
import { isOutputFile } from './launch-directory';
import { LaunchFailed } from './launch-failed';

/**
 * Creates the folder for a new file, in a directory that only the node can reach yet: the check of links is by path.
 *
 * @returns the absolute path
 * @throws LaunchFailed `code` when the path leaves `root`, also through a link
 */
export function newFilePlace(root: string, path: string, code: string): string {
  const segments = segmentsInside(path);
  // Only the node writes the output files.
  if (!segments || isOutputFile(segments[0] ?? ''))
    throw new LaunchFailed(code, `${path} is not the path of a file inside the launch's directory`, true);
  const target = join(root, ...segments);
  for (let depth = 1; depth <= segments.length; depth++) {
    if (ifThere(() => lstatSync(join(root, ...segments.slice(0, depth))))?.isSymbolicLink())
      throw new LaunchFailed(code, `${path} leads through a symbolic link`, true);
  }
  mkdirSync(dirname(target), { recursive: true });
  return target;
}

/** Folders for what nobody needs afterwards: neither listings nor archives show them (reference: jobs §1.7). */
const HIDDEN: ReadonlySet<string> = new Set(['tmp', 'temp']);

/** What cluster, command and applications brought: not what the job made (reference: jobs §6.6). */
const CLOSED = /^\.portolan\/(?:.*\/)?dependencies$/;

/** Tells whether a folder of this name is left out with all that is in it. */
export const isHiddenFolder = (name: string): boolean => HIDDEN.has(name);

/** Tells whether a folder is shown without what is in it. @param path inside the job's directory */
export const isClosedFolder = (path: string): boolean => CLOSED.test(path);

/**
 * Tells whether what is at a path of the job's directory is shown: while the job runs and in its archive alike.
 *
 * @param path empty for the directory itself
 */
export function isShown(path: string, isFolder: boolean): boolean {
  const segments = path.split('/');
  const folders = isFolder ? segments : segments.slice(0, -1);
  if (folders.some(isHiddenFolder)) return false;
  return !segments.some((_segment, index) => isClosedFolder(segments.slice(0, index).join('/')));
}

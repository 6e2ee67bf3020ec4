/** Folders with temporary files, which listings and archives leave out (V3-OUT-4). */
const HIDDEN: ReadonlySet<string> = new Set(['tmp', 'temp']);

/** Dependencies of cluster, command and applications, which are not output of the job (V3-OUT-4). */
const CLOSED = /^\.portolan\/(?:.*\/)?dependencies$/;

/** Reports whether a folder of this name is left out with its contents. */
export const isHiddenFolder = (name: string): boolean => HIDDEN.has(name);

/** Reports whether a folder is shown without its contents. @param path inside the job's directory */
export const isClosedFolder = (path: string): boolean => CLOSED.test(path);

/** Reports whether a path of the job's directory (empty: itself) is shown, while the job runs and in its archive alike. */
export function isShown(path: string, isFolder: boolean): boolean {
  const segments = path.split('/');
  const folders = isFolder ? segments : segments.slice(0, -1);
  if (folders.some(isHiddenFolder)) return false;
  return !segments.some((_segment, index) => isClosedFolder(segments.slice(0, index).join('/')));
}

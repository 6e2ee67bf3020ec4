/** Returns the address of a directory of a job, of an earlier attempt if one is named; the empty path is the job's own directory. */
export function folderAddress(path: string, attempt: string | null): string {
  const place = attempt === null ? '' : `&attempt=${encodeURIComponent(attempt)}`;
  return `?tab=files&folder=${encodeURIComponent(path)}${place}`;
}

/** Returns the path of the directory around another one. */
export const parentFolder = (path: string): string => path.split('/').slice(0, -1).join('/');

import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';

/** One entry of a listing, as it is shown. */
export interface OutputEntry {
  name: string;
  url: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  lastModified: string;
}

/** A directory of a job's output (reference: jobs §1.7). */
export interface OutputListing {
  parent: OutputEntry | null;
  directories: OutputEntry[];
  files: OutputEntry[];
}

/** A folder and where it is. */
export interface Folder {
  jobId: string;
  /** Path inside the job's directory; none for the directory itself. */
  segments: readonly string[];
  content: LaunchFolder;
  /** When the parent was changed last, ms since the epoch; null for the directory itself. */
  parentModified: number | null;
}

/** The name of a folder; that of the job for its directory. */
export const folderName = ({ jobId, segments }: Pick<Folder, 'jobId' | 'segments'>): string =>
  `${segments.at(-1) ?? jobId}/`;

/**
 * Shows a folder.
 *
 * @param root address of the job's directory: `http://host/api/v3/jobs/x/output`
 */
export function outputListing(folder: Folder, root: string): OutputListing {
  const { segments, content, parentModified } = folder;
  const address = (path: readonly string[]): string => [root, ...path.map(encodeURIComponent)].join('/');
  const entry = (found: LaunchFileEntry): OutputEntry => ({
    name: found.name,
    url: address([...segments, found.name.replace(/\/$/, '')]),
    size: found.size,
    lastModified: new Date(found.lastModified).toISOString(),
  });
  const parent = segments.slice(0, -1);
  return {
    parent:
      parentModified === null
        ? null
        : {
            name: folderName({ jobId: folder.jobId, segments: parent }),
            url: address(parent),
            size: 0,
            lastModified: new Date(parentModified).toISOString(),
          },
    directories: content.directories.map(entry),
    files: content.files.map(entry),
  };
}

/** When the newest thing in a folder was changed, ms since the epoch. */
export const newestIn = ({ directories, files }: LaunchFolder): number =>
  [...directories, ...files].reduce((newest, { lastModified }) => Math.max(newest, lastModified), 0);

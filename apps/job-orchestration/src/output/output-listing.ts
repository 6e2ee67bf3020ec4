import type { LaunchFileEntry, LaunchFolder } from '@portolan/launches';
import type { OutputEntry, OutputListing } from './output-listing.dto';

export interface Folder {
  jobId: string;
  /** Path inside the job's directory; empty for the directory itself. */
  segments: readonly string[];
  content: LaunchFolder;
  /** Time of the parent's last change, ms since the epoch; null for the directory itself. */
  parentModified: number | null;
}

/** Returns the name of a folder; the job's name for its directory. */
export const folderName = ({ jobId, segments }: Pick<Folder, 'jobId' | 'segments'>): string =>
  `${segments.at(-1) ?? jobId}/`;

/** Shows a folder. @param root address of the job's directory: `http://host/api/v3/jobs/x/output` */
export function outputListing(folder: Folder, root: string): OutputListing {
  const { jobId, segments, content, parentModified } = folder;
  const address = (path: readonly string[]): string => [root, ...path.map(encodeURIComponent)].join('/');
  const entry = (found: LaunchFileEntry): OutputEntry => ({
    name: found.name,
    url: address([...segments, found.name.replace(/\/$/, '')]),
    size: found.size,
    lastModified: new Date(found.lastModified).toISOString(),
  });
  const above = segments.slice(0, -1);
  const parent = parentModified !== null && {
    name: folderName({ jobId, segments: above }),
    url: address(above),
    size: 0,
    lastModified: new Date(parentModified).toISOString(),
  };
  return {
    parent: parent || null,
    directories: content.directories.map(entry),
    files: content.files.map(entry),
  };
}

/** Returns the time of the newest change in a folder, ms since the epoch. */
export const newestIn = ({ directories, files }: LaunchFolder): number =>
  [...directories, ...files].reduce((newest, { lastModified }) => Math.max(newest, lastModified), 0);

/** Returns a listing as HTML: name, size, last change; every name is escaped. */
export function listingPage(name: string, { parent, directories, files }: OutputListing): string {
  const rows = [
    ...(parent ? [row(parent, '../', '-')] : []),
    ...directories.map((entry) => row(entry, entry.name, '-')),
    ...files.map((entry) => row(entry, entry.name, readableSize(entry.size))),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head>
<body>
<h1>${escapeHtml(name)}</h1>
<table>
<tr><th>Filename</th><th>Size</th><th>Last Modified</th></tr>
${rows.join('\n')}
</table>
</body>
</html>
`;
}

const row = (entry: OutputEntry, name: string, size: string): string =>
  `<tr><td><a href="${escapeHtml(entry.url)}">${escapeHtml(name)}</a></td>` +
  `<td>${size}</td><td>${new Date(entry.lastModified).toUTCString()}</td></tr>`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `1536` → `1.5 KB`. */
export function readableSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${UNITS[power] ?? ''}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

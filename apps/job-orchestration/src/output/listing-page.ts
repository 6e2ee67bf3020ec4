import type { OutputEntry, OutputListing } from './output-listing';

/** A listing for people: name, size, last change; every name is escaped. */
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

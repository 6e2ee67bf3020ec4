const TEXT = 'text/plain; charset=utf-8';

/** By the end of a file's name; what is not here is shown as text. */
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  jar: 'application/java-archive',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  parquet: 'application/octet-stream',
  bin: 'application/octet-stream',
};

/** Media type of an output file; `stdout`, `stderr` and `run` are text (reference: jobs §1.7). */
export function contentTypeOf(name: string): string {
  const [, ending = ''] = /\.(\w+)$/.exec(name) ?? [];
  return TYPES[ending.toLowerCase()] ?? TEXT;
}

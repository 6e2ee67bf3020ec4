import { contentType } from 'mime-types';

const TEXT = 'text/plain; charset=utf-8';

/** Extensions whose registered type does not fit: browsers display the files of jobs, and Parquet is not registered. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['parquet', 'application/octet-stream'],
  ['sh', TEXT],
  ['sql', TEXT],
  ['toml', TEXT],
  ['ts', TEXT],
  ['xml', 'application/xml; charset=utf-8'],
]);

/** Returns the media type of an output file; a file without a known extension, such as `stdout`, is text. */
export function contentTypeOf(name: string): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return TEXT;
  return OWN.get(extension) ?? (contentType(`.${extension}`) || TEXT);
}

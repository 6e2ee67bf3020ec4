/**
 * The path inside a job's directory that an address asks for, each segment decoded once; an encoded slash is a slash,
 * for the whole of it is a path.
 *
 * @param url path of the request as it came, e.g. `/api/v3/jobs/x/output/a%20b/c?d`
 * @returns undefined when no file can be called that, or it leads outside
 */
export function outputPath(url: string): string[] | undefined {
  const [, rest = ''] = /^.*?\/jobs\/[^/]+\/output\/?(.*)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
  try {
    const segments = rest
      .split('/')
      .flatMap((segment) => decodeURIComponent(segment).split('/'))
      .filter((segment) => segment !== '');
    const strange = segments.some((segment) => segment === '.' || segment === '..' || segment.includes('\0'));
    return strange ? undefined : segments;
  } catch {
    return undefined;
  }
}

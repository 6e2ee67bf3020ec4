/**
 * Returns the path inside a job's directory that an address names, each segment decoded once; an encoded slash counts as a
 * slash (V3-OUT-21).
 *
 * @param url raw path of the request, e.g. `/api/v3/jobs/x/output/a%20b/c?d`
 * @returns undefined for an impossible file name or a path outside the directory
 */
export function outputPath(url: string): string[] | undefined {
  const [, rest = ''] =
    /^.*?\/jobs\/[^/]+(?:\/attempts\/[^/]+)?\/output\/?(.*)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
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

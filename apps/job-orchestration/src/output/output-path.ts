/**
 * The path inside a job's directory that an address asks for, each segment decoded once.
 *
 * @param url path of the request as it came, e.g. `/api/v3/jobs/x/output/a%20b/c?d`
 * @returns undefined when no file can be called that, or it leads outside
 */
export function outputPath(url: string): string[] | undefined {
  const [, rest = ''] = /^.*?\/jobs\/[^/]+\/output\/?(.*)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
  try {
    const segments = rest
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
    const strange = segments.some((segment) => segment === '.' || segment === '..' || /[/\0]/.test(segment));
    return strange ? undefined : segments;
  } catch {
    return undefined;
  }
}

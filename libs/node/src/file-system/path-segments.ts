/** Splits a relative path without `..`, `.`, NUL or backslash, another system's separator; undefined otherwise. */
export function segmentsInside(path: string): string[] | undefined {
  if (path.startsWith('/') || /[\0\\]/.test(path)) return undefined;
  const segments = path.replace(/\/$/, '').split('/');
  return segments.some((segment) => ['', '.', '..'].includes(segment)) ? undefined : segments;
}

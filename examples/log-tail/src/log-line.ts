/** A line of a log. */
export interface LogLine {
  readonly file: string;
  readonly line: string;
  /** What the named groups of the pattern matched; none without a pattern. */
  readonly fields: Readonly<Record<string, string>>;
}

/** @returns undefined for a line that the pattern does not match */
export function readLine(file: string, line: string, pattern: RegExp | undefined): LogLine | undefined {
  if (!pattern) return { file, line, fields: {} };
  const match = pattern.exec(line);
  if (!match) return undefined;
  const fields = Object.entries(match.groups ?? {}) as [string, string | undefined][];
  return {
    file,
    line,
    fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as LogLine['fields'],
  };
}

/** The part of the files that a worker follows: they are divided among the workers of the stage. */
export const shareOf = (files: readonly string[], workerIndex: number, workers: number): string[] =>
  files.filter((_file, index) => index % workers === workerIndex);

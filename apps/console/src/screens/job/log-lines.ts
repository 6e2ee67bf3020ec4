/** Lines that are kept for the view; older ones are dropped, and stay reachable by their position. */
const LINES_LIMIT = 20_000;
/** A longer line is broken, so that a file without line ends can be shown. */
const LINE_LENGTH_LIMIT = 4096;

/** Rows of lines that were received, and how many rows were dropped before them. A long line has several. */
export interface LogLines {
  lines: readonly string[];
  dropped: number;
  /** Numbers of the rows, from 0 for the first that was received, which continue the line of the row before; ascending. */
  continued: readonly number[];
  /** False while the last line has no line end: the next bytes continue it. */
  isComplete: boolean;
}

export const NO_LINES: LogLines = { lines: [], dropped: 0, continued: [], isComplete: true };

/** Returns the lines with text appended; at most `limit` are kept. Pure. */
export function appended(log: LogLines, text: string, limit = LINES_LIMIT): LogLines {
  if (text === '') return log;
  const open = log.isComplete ? '' : (log.lines.at(-1) ?? '');
  const isComplete = text.endsWith('\n');
  const added = `${open}${text}`.split(/\r?\n/);
  if (isComplete) added.pop();
  const kept = log.isComplete ? log.lines : log.lines.slice(0, -1);
  const lines = [...kept];
  const continued = [...log.continued];
  for (const line of added)
    for (const [part, row] of broken(line).entries()) {
      if (part > 0) continued.push(log.dropped + lines.length);
      lines.push(row);
    }
  const excess = Math.max(0, lines.length - limit);
  const dropped = log.dropped + excess;
  return { lines: excess > 0 ? lines.slice(excess) : lines, dropped, continued, isComplete };
}

/** Returns the number of the line that a row begins, from 1; undefined for a row that continues a line. Pure. */
export function lineNumber({ dropped, continued }: LogLines, index: number): number | undefined {
  const row = dropped + index;
  let [before, end] = [0, continued.length];
  while (before < end) {
    const middle = (before + end) >> 1;
    if ((continued[middle] ?? 0) < row) before = middle + 1;
    else end = middle;
  }
  return continued[before] === row ? undefined : row - before + 1;
}

function broken(line: string): string[] {
  if (line.length <= LINE_LENGTH_LIMIT) return [line];
  const parts = Math.ceil(line.length / LINE_LENGTH_LIMIT);
  return Array.from({ length: parts }, (_, part) =>
    line.slice(part * LINE_LENGTH_LIMIT, (part + 1) * LINE_LENGTH_LIMIT),
  );
}

/** Returns the indexes of the lines that contain a text, whatever their case. Pure. */
export function matchesOf(lines: readonly string[], text: string): number[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index] : []));
}

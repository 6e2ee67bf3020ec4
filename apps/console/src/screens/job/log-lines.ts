/** Lines that are kept for the view; older ones are dropped, and stay reachable by their position. */
const LINES_LIMIT = 20_000;
/** A longer line is broken, so that a file without line ends can be shown. */
const LINE_LENGTH_LIMIT = 4096;

/** Lines that were received, and how many were dropped before them. */
export interface LogLines {
  lines: readonly string[];
  dropped: number;
  /** False while the last line has no line end: the next bytes continue it. */
  isComplete: boolean;
}

export const NO_LINES: LogLines = { lines: [], dropped: 0, isComplete: true };

/** Returns the lines with text appended; at most `limit` are kept. Pure. */
export function appended(log: LogLines, text: string, limit = LINES_LIMIT): LogLines {
  if (text === '') return log;
  const open = log.isComplete ? '' : (log.lines.at(-1) ?? '');
  const isComplete = text.endsWith('\n');
  const added = `${open}${text}`.split(/\r?\n/);
  if (isComplete) added.pop();
  const kept = log.isComplete ? log.lines : log.lines.slice(0, -1);
  const lines = [...kept, ...added.flatMap(broken)];
  const excess = Math.max(0, lines.length - limit);
  return { lines: excess > 0 ? lines.slice(excess) : lines, dropped: log.dropped + excess, isComplete };
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

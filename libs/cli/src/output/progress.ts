import { duration } from './times.ts';
import { columnsOf, type Terminal } from './terminal.ts';

const INTERVAL_MS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `1536` → `1.5 KB`. */
export function readableSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${UNITS[power] ?? ''}`;
}

/** A line on stderr that shows how far a transfer or a wait is; silent when stderr is no terminal. */
export class Progress {
  private timer: NodeJS.Timeout | undefined;
  private text = '';
  private readonly begun = Date.now();

  constructor(private readonly terminal: Terminal) {
    if (!terminal.isWatched) return;
    this.timer = setInterval(() => this.draw(), INTERVAL_MS);
    this.timer.unref();
  }

  /** Shows the bytes done of a total, which may be unknown. */
  bytes(what: string, done: number, total: number | undefined): void {
    if (total === undefined || total === 0) this.text = `${what} ${readableSize(done)}`;
    else {
      const share = Math.min(1, done / total);
      const filled = Math.round(share * BAR_WIDTH);
      const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
      this.text = `${what} [${bar}] ${Math.round(share * 100)}% of ${readableSize(total)}`;
    }
  }

  /** Shows what is waited for, and since when. */
  waiting(what: string): void {
    this.text = what;
  }

  /** Removes the line. */
  end(): void {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.terminal.streams.stderr.write(CLEAR_LINE);
  }

  private draw(): void {
    const width = columnsOf(this.terminal.streams.stderr) ?? 80;
    const line = `${this.text} (${duration(Date.now() - this.begun)})`;
    this.terminal.streams.stderr.write(`${CLEAR_LINE}${line.slice(0, width - 1)}`);
  }
}

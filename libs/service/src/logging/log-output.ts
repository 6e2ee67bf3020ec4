import process from 'node:process';
import { pino, type DestinationStream } from 'pino';

/** The message of access-log lines. */
export const ACCESS_MESSAGE = 'request';

/** So long an access-log line may wait for others, ms. */
const WAIT_MS = 20;
/** So many bytes leave at once. */
const ENOUGH_BYTES = 8192;

/** How pino is asked to tell a destination what it writes. */
const TOLD = Symbol.for('pino.metadata');

/** What takes whole lines; `flush` hands on what waits in it before it returns. */
export interface LineWriter {
  write: (line: string) => unknown;
  flush: () => void;
}

/** Writes to an open file, pipe or terminal. Its `flushSync` would wait for the disk, too, each time. */
export const linesTo = (fd: number): LineWriter =>
  pino.destination({ dest: fd, minLength: ENOUGH_BYTES, sync: true });

/**
 * Where log lines go: stdout, at once. Access-log lines wait for others for a moment, for a write of each costs a busy service
 * as much as finding a document; every other line takes them along, in order, and so does the end of the process. Only what
 * kills a process without a word (SIGKILL) loses those of the last {@link WAIT_MS}.
 */
export class LogOutput implements DestinationStream {
  readonly [TOLD] = true;
  /** Set by pino before each line. */
  lastMsg: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private endsWithProcess = false;

  constructor(private readonly out: LineWriter = linesTo(process.stdout.fd)) {}

  write(line: string): void {
    this.out.write(line);
    if (this.lastMsg === ACCESS_MESSAGE) this.flushSoon();
    else this.flushSync();
  }

  /** Called by pino, too, before a fatal error ends the process. */
  flushSync(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.out.flush();
  }

  private flushSoon(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => this.flushSync(), WAIT_MS).unref();
    if (this.endsWithProcess) return;
    this.endsWithProcess = true;
    process.once('exit', () => this.flushSync());
  }
}

import type { Readable, Writable } from 'node:stream';

/** The streams of a process, or those of a test. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** Columns of a terminal; undefined without a size, which is reported as 0 columns. */
export const columnsOf = ({ columns }: { columns?: number }): number | undefined =>
  columns === 0 ? undefined : columns;

/** Reading and writing; waits for slow readers, so that nothing piles up. */
export class Terminal {
  constructor(readonly streams: Streams) {}

  get isInteractive(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Whether a question can be asked: on stderr, with an answer from stdin. */
  get canAsk(): boolean {
    return this.streams.stdin.isTTY === true && this.isWatched;
  }

  /** Whether a user reads the notes while the command runs. */
  get isWatched(): boolean {
    return this.streams.stderr.isTTY === true;
  }

  get width(): number | undefined {
    return this.isInteractive ? columnsOf(this.streams.stdout) : undefined;
  }

  write(chunk: string | Uint8Array): Promise<void> {
    return send(this.streams.stdout, chunk);
  }

  writeError(chunk: string | Uint8Array): Promise<void> {
    return send(this.streams.stderr, chunk);
  }

  /** Writes bytes at once. @returns a promise only when the reader is slow */
  pass(bytes: Uint8Array): Promise<void> | undefined {
    return passTo(this.streams.stdout, bytes);
  }

  passError(bytes: Uint8Array): Promise<void> | undefined {
    return passTo(this.streams.stderr, bytes);
  }

  /** Prints a remark for people on stderr: programs that read stdout do not see it. */
  note(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  /** Asks on stderr. @returns the answer, empty when the input has ended; undefined after Ctrl-C */
  async ask(question: string): Promise<string | undefined> {
    const { createInterface } = await import('node:readline');
    const lines = createInterface({
      input: this.streams.stdin,
      output: this.streams.stderr,
      terminal: this.canAsk,
    });
    return new Promise((resolve) => {
      // A terminal that is read key by key sends no signal.
      lines.once('SIGINT', () => {
        resolve(undefined);
        lines.close();
      });
      lines.once('close', () => resolve(''));
      lines.question(question, (answer) => {
        resolve(answer.trim());
        lines.close();
      });
    });
  }
}

const send = (stream: Writable, chunk: string | Uint8Array): Promise<void> =>
  passTo(stream, chunk) ?? Promise.resolve();

function passTo(stream: Writable, chunk: string | Uint8Array): Promise<void> | undefined {
  if (stream.write(chunk)) return undefined;
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      stream.off('drain', settle).off('close', settle).off('error', settle);
      if (error) reject(error);
      else resolve();
    };
    stream.once('drain', settle).once('close', settle).once('error', settle);
  });
}

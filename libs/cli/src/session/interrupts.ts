import type { EventEmitter } from 'node:events';
import { CliError, ExitCode } from '../failure/cli-error.ts';

/** Ends the command as an interrupted one. */
export const interrupted = (): CliError => new CliError('interrupted', ExitCode.Interrupted);

/** Ctrl-C. Without a handler it ends the process, as usual. */
export class Interrupts {
  constructor(private readonly source: EventEmitter) {}

  /** Calls `handler` for each Ctrl-C until the returned function is called. */
  handle(handler: () => void): () => void {
    this.source.on('SIGINT', handler);
    return () => void this.source.off('SIGINT', handler);
  }

  /** Runs `work` with a signal that the first Ctrl-C aborts. @throws CliError (interrupted) when `work` fails after it */
  async abortable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const release = this.handle(() => controller.abort());
    try {
      return await work(controller.signal);
    } catch (error) {
      throw controller.signal.aborted ? interrupted() : error;
    } finally {
      release();
    }
  }
}

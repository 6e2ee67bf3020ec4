import { rm } from 'node:fs/promises';
import { CacheShelf, type Version } from './cache-shelf';
import type { OpenSource, Validator } from './source';
import { transfer, type DownloadLimits } from './transfer';

/** How far a fetch is. */
interface Progress {
  /** Until the server has answered: what it answers then is news for whoever asked before. */
  open: boolean;
  waiting: number;
  abort: AbortController;
  /** What it brought, with one use for each who waits. */
  landed: Version | undefined;
}

/** A fetch under way, and those who wait for it. */
interface Flight extends Progress {
  result: Promise<Version>;
}

/**
 * What the jobs of a node download, kept for the next ones. The server is asked each time whether its content has
 * changed, so a job never gets what was replaced before it asked; what is asked for at the same time is fetched once.
 */
export class DownloadCache {
  private readonly flights = new Map<string, Flight>();
  private readonly shelf: CacheShelf;
  private ready: Promise<void> | undefined;

  constructor(
    folder: string,
    maxBytes: number,
    private readonly open: OpenSource,
    private readonly limits: DownloadLimits,
  ) {
    this.shelf = new CacheShelf(folder, maxBytes);
  }

  /** Puts the content of an address into a file of the caller's own. @throws LaunchFailed, or what an abort throws */
  async provide(url: string, target: string, signal: AbortSignal): Promise<void> {
    await (this.ready ??= this.shelf.open());
    let flight = this.flights.get(url);
    // What is sent now was chosen before this call: once it is here, ask whether it still holds.
    while (flight && !flight.open) {
      await untilOver(flight.result, signal);
      flight = this.flights.get(url);
    }
    const version = await this.join(url, flight ?? this.begin(url), signal);
    await this.shelf.copy(version, target);
  }

  private begin(url: string): Flight {
    const progress: Progress = { open: true, waiting: 0, abort: new AbortController(), landed: undefined };
    const result = this.fetch(url, progress).finally(() => this.leave(url, flight));
    result.catch(() => undefined);
    const flight: Flight = Object.assign(progress, { result });
    this.flights.set(url, flight);
    return flight;
  }

  /** Waits for a fetch; it ends when nobody waits any more. */
  private async join(url: string, flight: Flight, signal: AbortSignal): Promise<Version> {
    flight.waiting += 1;
    try {
      await untilOver(flight.result, signal);
      return await flight.result;
    } catch (error) {
      flight.waiting -= 1;
      if (flight.landed) await this.shelf.release(flight.landed);
      else if (flight.waiting === 0) {
        this.leave(url, flight);
        flight.abort.abort(error);
      }
      throw error;
    }
  }

  private leave(url: string, flight: Flight): void {
    if (this.flights.get(url) === flight) this.flights.delete(url);
  }

  private async fetch(url: string, flight: Progress): Promise<Version> {
    const known = await this.shelf.take(url);
    const file = this.shelf.temporary();
    try {
      const validator = await transfer(url, file, {
        open: this.open,
        limits: this.limits,
        signal: flight.abort.signal,
        known: known?.validator,
        onAnswer: () => {
          flight.open = false;
        },
      });
      const version =
        validator === 'unchanged' && known ? known : await this.shelf.add(url, file, named(validator));
      version.uses += flight.waiting;
      flight.landed = version;
      await this.shelf.touch(url, version);
      return version;
    } finally {
      if (known) await this.shelf.release(known);
      if (flight.landed?.file !== file) await rm(file, { force: true });
    }
  }
}

const named = (validator: Validator | 'unchanged' | undefined): Validator | undefined =>
  validator === 'unchanged' ? undefined : validator;

/** Resolves when work is over, however it went. @throws what the signal says when it is aborted before */
function untilOver(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(signal.reason as Error);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    const done = (): void => {
      signal.removeEventListener('abort', aborted);
      resolve();
    };
    work.then(done, done);
  });
}

import { rm } from 'node:fs/promises';
import { CachedFiles, type Version } from './cached-files';
import type { OpenSource } from './source';
import { transfer, type DownloadLimits } from './transfer';
import { unlessAborted } from './unless-aborted';

/** A download in progress and its waiters. */
interface Flight {
  /** True until the server has responded. Only callers that joined earlier may use the response without revalidation. */
  open: boolean;
  waiting: number;
  abort: AbortController;
  /** The downloaded version, with one use counted for each waiter. */
  landed: Version | undefined;
  result: Promise<Version>;
}

type Progress = Omit<Flight, 'result'>;

/** Cache of downloads for all jobs. Every request revalidates; concurrent ones for an address share a download. */
export class DownloadCache {
  private readonly flights = new Map<string, Flight>();
  private readonly shelf: CachedFiles;
  private ready: Promise<void> | undefined;

  constructor(
    folder: string,
    maxBytes: number,
    private readonly open: OpenSource,
    private readonly limits: DownloadLimits,
  ) {
    this.shelf = new CachedFiles(folder, maxBytes);
  }

  /** Copies the content of an address into a file of the caller. @throws LaunchFailed, or the reason of an abort */
  async provide(url: string, target: string, signal: AbortSignal): Promise<void> {
    await (this.ready ??= this.shelf.open());
    let flight = this.flights.get(url);
    // The server chose this response before the current call: wait for it, then revalidate.
    while (flight && !flight.open) {
      await unlessAborted(Promise.allSettled([flight.result]), signal);
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

  /** Waits for a download; cancels it when the last waiter leaves. */
  private async join(url: string, flight: Flight, signal: AbortSignal): Promise<Version> {
    flight.waiting += 1;
    try {
      return await unlessAborted(flight.result, signal);
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
        onAnswer: () => void (flight.open = false),
      });
      const unchanged = validator === 'unchanged';
      const version =
        unchanged && known ? known : await this.shelf.add(url, file, unchanged ? undefined : validator);
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

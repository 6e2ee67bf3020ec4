import { setTimeout as delay } from 'node:timers/promises';
import { readTable, type MarkedProcess } from './process-table';

/** Between the beginnings of two looks, ms. */
const SPACING_MS = 50;

/**
 * Looks at the table of processes for all launches of the node together: whoever asks gets the next look
 * that begins, and looks are never more often than every 50 ms, however many launches end at once.
 */
export class ProcessScan {
  private coming: Promise<MarkedProcess[]> | undefined;
  private current: Promise<unknown> | undefined;
  private beganAt = -Infinity;

  /** @param read reads the table */
  constructor(private readonly read: () => Promise<MarkedProcess[]> = readTable) {}

  /** The table as it is some time after this call. @throws errors of the system */
  look(): Promise<MarkedProcess[]> {
    this.coming ??= this.begin();
    return this.coming;
  }

  private async begin(): Promise<MarkedProcess[]> {
    await this.current;
    const rest = this.beganAt + SPACING_MS - performance.now();
    if (rest > 0) await delay(rest);
    this.coming = undefined;
    this.beganAt = performance.now();
    const table = this.read();
    this.current = table.catch(() => undefined);
    return table;
  }
}

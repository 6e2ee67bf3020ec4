import { setTimeout as delay } from 'node:timers/promises';
import { readTable, type MarkedProcess } from './process-table';

/** Minimum interval between the starts of two scans, ms. */
const SPACING_MS = 50;

/** Scans the process table for all launches together, at most every 50 ms. A caller gets the next scan that starts. */
export class ProcessScan {
  private coming: Promise<MarkedProcess[]> | undefined;
  private current: Promise<unknown> | undefined;
  private beganAt = -Infinity;

  constructor(private readonly read: () => Promise<MarkedProcess[]> = readTable) {}

  /** Returns the table as of some time after this call. @throws errors of the system */
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

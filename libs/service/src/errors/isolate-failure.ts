import { isOutage } from './to-service-error';

/** Pause before an item that failed is tried again, ms. */
const PAUSE_MS = 10_000;

/**
 * Does the work of one item of many: an item that fails must not hold up the others.
 *
 * @param failed is called with the error of the item. @returns whether the work succeeded
 * @throws the error of an outage, which concerns all items
 */
export async function isolateFailure(
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    failed(error);
    return false;
  }
}

/** Items that failed in the last seconds. A search that leaves them out finds others instead of the same ones again. */
export class RecentFailures {
  private readonly times = new Map<string, number>();

  add(id: string): void {
    this.times.set(id, performance.now());
  }

  get ids(): string[] {
    const before = performance.now() - PAUSE_MS;
    for (const [id, time] of this.times) if (time < before) this.times.delete(id);
    return [...this.times.keys()];
  }
}

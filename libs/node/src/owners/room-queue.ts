/** Lets offers that found no room wait for it, first come first served, instead of going back to the queue. */
export class RoomQueue {
  /** In the order of arrival. */
  private readonly waiting = new Set<() => void>();

  /** Resolves when it is this caller's turn, at the latest after `ms`. */
  turn(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiting.add(wake);
    });
  }

  /** Wakes the first of the waiting callers. */
  wakeFirst(): void {
    const [first] = this.waiting;
    first?.();
  }

  wakeAll(): void {
    for (const wake of this.waiting) wake();
  }
}

/** Concurrent archives in total; one user may have fewer, so that others always get a turn. */
export const ARCHIVES_AT_A_TIME = 4;
export const ARCHIVES_OF_A_USER = 2;

/** Queue of archives with fair turns between users. */
export class ArchiveQueue<T> {
  private readonly waiting: { user: string; item: T }[] = [];
  private readonly running = new Map<string, number>();
  private total = 0;

  add(user: string, item: T): void {
    this.waiting.push({ user, item });
  }

  has(item: T): boolean {
    return this.waiting.some((one) => one.item === item);
  }

  /** Takes the oldest item whose user may begin one. @returns the item and a function that ends its turn */
  take(): { item: T; done: () => void } | undefined {
    if (this.total >= ARCHIVES_AT_A_TIME) return undefined;
    const index = this.waiting.findIndex(({ user }) => this.of(user) < ARCHIVES_OF_A_USER);
    const [next] = index < 0 ? [] : this.waiting.splice(index, 1);
    if (!next) return undefined;
    this.change(next.user, 1);
    return { item: next.item, done: () => this.change(next.user, -1) };
  }

  private of(user: string): number {
    return this.running.get(user) ?? 0;
  }

  private change(user: string, by: number): void {
    this.total += by;
    const count = this.of(user) + by;
    if (count > 0) this.running.set(user, count);
    else this.running.delete(user);
  }
}

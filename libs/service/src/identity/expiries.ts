/** Longest delay of a timer of Node.js, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Group<T> {
  readonly items: Set<T>;
  timer?: NodeJS.Timeout;
}

/** Items that expire. Those of one moment share a timer: thousands of streams may be opened with one credential. */
export class Expiries<T> {
  private readonly groups = new Map<number, Group<T>>();

  /** @param expire called for each item at its moment */
  constructor(private readonly expire: (item: T) => void) {}

  /** @param at ms since the epoch */
  add(at: number, item: T): void {
    const known = this.groups.get(at);
    if (known) return void known.items.add(item);
    const group: Group<T> = { items: new Set([item]) };
    this.groups.set(at, group);
    this.wait(at, group);
  }

  /** Removes an item, which may have expired. */
  delete(at: number, item: T): void {
    const group = this.groups.get(at);
    group?.items.delete(item);
    if (group?.items.size !== 0) return;
    clearTimeout(group.timer);
    this.groups.delete(at);
  }

  private wait(at: number, group: Group<T>): void {
    const left = at - Date.now();
    const next = left > MAX_TIMER_MS ? () => this.wait(at, group) : () => this.end(at, group);
    group.timer = setTimeout(next, Math.min(Math.max(left, 0), MAX_TIMER_MS)).unref();
  }

  private end(at: number, { items }: Group<T>): void {
    this.groups.delete(at);
    for (const item of items) this.expire(item);
  }
}

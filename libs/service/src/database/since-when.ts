/**
 * Since when each of a few has been at something, the longest first. Kept in lists, for who comes and goes with every
 * statement: a map leaves a table behind again and again, which keeps the next one alive, and so all that hung on them, until
 * the whole heap is collected. That was a fifth of the time of a request.
 */
export class SinceWhen<T> {
  private readonly who: T[] = [];
  private readonly times: number[] = [];

  /** From now on. Nobody is added twice. */
  begin(one: T): void {
    this.who.push(one);
    this.times.push(performance.now());
  }

  /** @returns whether it was there */
  end(one: T): boolean {
    const at = this.who.indexOf(one);
    if (at < 0) return false;
    this.who.splice(at, 1);
    this.times.splice(at, 1);
    return true;
  }

  /** Ends all. @returns those that were there */
  endAll(): T[] {
    this.times.length = 0;
    return this.who.splice(0);
  }

  /** By the monotonic clock, ms; undefined when nobody is there. */
  get longest(): number | undefined {
    return this.times[0];
  }
}

import type { KeyedValue } from './fields';

/** What a window knows of one key. */
export interface KeySummary {
  readonly count: number;
  /** Of the values; absent when no event of the key had one. */
  readonly sum?: number;
  readonly min?: number;
  readonly max?: number;
}

/** What is told of a window when it is over. */
export interface WindowSummary {
  /** ms since the epoch: when it began and when it was over. */
  readonly from: number;
  readonly until: number;
  readonly events: number;
  readonly keys: Readonly<Record<string, KeySummary>>;
  /** Events whose key was not counted by itself, for there were too many keys. */
  readonly others: number;
}

/** Counts the events of one window by key. Its memory is bounded: by the number of keys, not by that of events. */
export class Window {
  private readonly keys = new Map<string, KeySummary>();
  private events = 0;
  private others = 0;

  /** @param maxKeys that are counted by themselves: the first ones */
  constructor(
    private readonly from: number,
    private readonly maxKeys: number,
  ) {}

  add({ key, value }: KeyedValue): void {
    this.events += 1;
    const known = this.keys.get(key);
    if (!known && this.keys.size >= this.maxKeys) this.others += 1;
    else this.keys.set(key, added(known ?? { count: 0 }, value));
  }

  summary(until: number): WindowSummary {
    const { from, events, others } = this;
    return { from, until, events, keys: Object.fromEntries(this.keys), others };
  }
}

function added(summary: KeySummary, value: number | undefined): KeySummary {
  const count = summary.count + 1;
  if (value === undefined) return { ...summary, count };
  return {
    count,
    sum: (summary.sum ?? 0) + value,
    min: Math.min(summary.min ?? value, value),
    max: Math.max(summary.max ?? value, value),
  };
}

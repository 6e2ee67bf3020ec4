import type { Observable, Subscription } from 'rxjs';

export interface StateListener {
  /** Called with the current state, and on every change. */
  state(text: string): void;
  /** Called when no other state will come. */
  stateEnded(): void;
}

/** A state with any number of listeners. It is computed once; another listener costs one entry of a set. */
export class StateTopic {
  private readonly listeners = new Set<StateListener>();
  private subscription: Subscription | undefined;
  private latest: string | undefined;
  private ended = false;

  /** @param source JSON texts @param onUnused called when the last listener left, or the state ended */
  constructor(
    private readonly source: Observable<string>,
    private readonly onUnused: () => void,
  ) {}

  join(listener: StateListener): void {
    this.listeners.add(listener);
    if (this.latest !== undefined) listener.state(this.latest);
    if (this.ended) listener.stateEnded();
    else this.subscription ??= this.follow();
  }

  leave(listener: StateListener): void {
    if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
    this.subscription?.unsubscribe();
    this.onUnused();
  }

  private follow(): Subscription {
    return this.source.subscribe({
      next: (text) => {
        this.latest = text;
        for (const listener of this.listeners) listener.state(text);
      },
      error: () => this.end(),
      complete: () => this.end(),
    });
  }

  private end(): void {
    this.ended = true;
    this.onUnused();
    for (const listener of this.listeners) listener.stateEnded();
  }
}

/** The states that the clients of this process follow, by key. */
export class StateTopics {
  private readonly topics = new Map<string, StateTopic>();

  /** @param source computes the state when no client follows it yet */
  of(key: string, source: () => Observable<string>): StateTopic {
    const known = this.topics.get(key);
    if (known) return known;
    const topic: StateTopic = new StateTopic(source(), () => {
      if (this.topics.get(key) === topic) this.topics.delete(key);
    });
    this.topics.set(key, topic);
    return topic;
  }
}

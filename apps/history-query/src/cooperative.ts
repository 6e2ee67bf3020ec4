import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long background work may hold the event loop in one go, ms; requests wait no longer than that. */
const SLICE_MS = 8;

/**
 * Work that can pause: a generator that yields now and then and returns its result. The rule stays
 * synchronous and pure, and whoever runs it decides how much happens in one go.
 */
export type Steps<T> = Generator<void, T, void>;

/** Lets the event loop take a turn whenever a slice of time is used up. */
export class Breather {
  private started = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.started < SLICE_MS) return;
    await nextTurn();
    this.started = performance.now();
  }

  /** True when the slice is used up and {@link breathe} would pause. */
  get due(): boolean {
    return performance.now() - this.started >= SLICE_MS;
  }
}

/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 8;

/** Runs work in slices of a few ms between which the event loop serves others. A step is well below 1 ms. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const breather = new Breather();
  for (let taken = 1; ; taken++) {
    const step = steps.next();
    if (step.done) return step.value;
    if (taken % STEPS_PER_LOOK === 0 && breather.due) await breather.breathe();
  }
}

/** Runs work in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

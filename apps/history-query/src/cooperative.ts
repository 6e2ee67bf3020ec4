import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long background work may hold the event loop in one turn, all together, ms; requests wait no longer than that. */
const SLICE_MS = 5;

/** What each may take of a turn that others have used up, so that nobody starves, ms. */
const LEAST_MS = 1;

/**
 * Work that can pause: a generator that yields now and then and returns its result. The rule stays
 * synchronous and pure, and whoever runs it decides how much happens in one go.
 */
export type Steps<T> = Generator<void, T, void>;

/** The event loop's turn, which all background work shares: one after the other, slices would add up. */
const turn = { begun: 0, isUnderWay: false, waiting: 0 };

/** When background work began in this turn. */
function begunAt(now: number): number {
  if (!turn.isUnderWay) {
    turn.isUnderWay = true;
    turn.begun = now;
    setImmediate(() => (turn.isUnderWay = false));
  }
  return turn.begun;
}

/** Lets the event loop take a turn whenever a slice of time is used up. */
export class Breather {
  private started = performance.now();

  async breathe(): Promise<void> {
    if (!this.due) return;
    turn.waiting++;
    await nextTurn();
    turn.waiting--;
    this.started = performance.now();
  }

  /** True when the slice is used up and {@link breathe} would pause: a fair share of a turn, or the turn itself. */
  get due(): boolean {
    const now = performance.now();
    const own = now - this.started;
    const isOver = now - begunAt(now) >= SLICE_MS;
    return own >= LEAST_MS && (isOver || own >= SLICE_MS / (turn.waiting + 1));
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

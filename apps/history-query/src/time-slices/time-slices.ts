import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time that all background work together may hold the event loop in one turn, ms: the longest delay of a request. */
const SLICE_MS = 5;

/** Minimum share of each task in an exhausted turn, so that none starves, ms. */
const LEAST_MS = 1;

/** Work that yields regularly and returns its result. Synchronous and pure; its runner decides the slices. */
export type Steps<T> = Generator<void, T, void>;

/** The event loop's turn, shared by all background work: consecutive slices would add up. */
const turn = { begun: 0, isUnderWay: false, waiting: 0 };

function begunAt(now: number): number {
  if (!turn.isUnderWay) {
    turn.isUnderWay = true;
    turn.begun = now;
    setImmediate(() => (turn.isUnderWay = false));
  }
  return turn.begun;
}

/** Yields to the event loop whenever a slice of time is used up. */
export class TimeSlicer {
  private started = performance.now();

  async yieldIfDue(): Promise<void> {
    if (!this.isDue) return;
    turn.waiting++;
    await nextTurn();
    turn.waiting--;
    this.started = performance.now();
  }

  /** True when {@link yieldIfDue} would pause: a fair share of a turn is used up, or the whole turn. */
  get isDue(): boolean {
    const now = performance.now();
    const own = now - this.started;
    const isOver = now - begunAt(now) >= SLICE_MS;
    return own >= LEAST_MS && (isOver || own >= SLICE_MS / (turn.waiting + 1));
  }
}

/** Maps elements one by one and lets the event loop run in between. */
export async function mapInSlices<T, R>(elements: Iterable<T>, make: (element: T) => R): Promise<R[]> {
  const slicer = new TimeSlicer();
  const made: R[] = [];
  for (const element of elements) {
    made.push(make(element));
    if (slicer.isDue) await slicer.yieldIfDue();
  }
  return made;
}

/** Filters elements and lets the event loop run in between. */
export async function filterInSlices<T>(
  elements: readonly T[],
  keeps: (element: T) => boolean,
): Promise<T[]> {
  const kept: T[] = [];
  await mapInSlices(elements, (element) => keeps(element) && kept.push(element));
  return kept;
}

/** Steps between two checks of the clock. */
const STEPS_PER_LOOK = 8;

/** Runs work in slices of a few ms and lets the event loop run in between. A step is well below 1 ms. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const slicer = new TimeSlicer();
  for (let taken = 1; ; taken++) {
    const step = steps.next();
    if (step.done) return step.value;
    if (taken % STEPS_PER_LOOK === 0 && slicer.isDue) await slicer.yieldIfDue();
  }
}

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

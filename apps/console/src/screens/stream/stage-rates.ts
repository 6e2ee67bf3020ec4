import type { WorkerMetrics } from '@portolan/client-streams';

/** Events per second of a stage, over its workers. */
export interface StageRates {
  received: number;
  emitted: number;
  /** Lost on the way out of the stage or into it. */
  dropped: number;
}

/** The rates of all stages at a moment, ms since 1970. */
export interface RatesAt {
  at: number;
  stages: ReadonlyMap<number, StageRates>;
}

type Counts = WorkerMetrics['workers'][number];

/** Returns how much a count grew per second; a smaller one is that of a new process. */
function growth(before: Counts, now: Counts, count: (of: Counts) => number | null): number {
  const seconds = (now.at - before.at) / 1000;
  const [from, to] = [count(before), count(now)];
  return from === null || to === null || seconds <= 0 ? 0 : Math.max(0, to - from) / seconds;
}

const dropped = ({ eventsDropped, inputDropped }: Counts): number | null =>
  eventsDropped === null && inputDropped === null ? null : (eventsDropped ?? 0) + (inputDropped ?? 0);

const counts = ({ eventsIn, eventsOut }: Counts): boolean => eventsIn !== null || eventsOut !== null;

/**
 * Returns the rates of each stage between two readings. Only workers that are in both count, and those that count events: a stage
 * without any is absent. Pure.
 */
export function ratesBetween(before: WorkerMetrics, now: WorkerMetrics): ReadonlyMap<number, StageRates> {
  const known = new Map(before.workers.map((worker) => [worker.workerNumber, worker]));
  const stages = new Map<number, StageRates>();
  for (const worker of now.workers.filter(counts)) {
    const earlier = known.get(worker.workerNumber);
    if (!earlier) continue;
    const sum = stages.get(worker.stageNum) ?? { received: 0, emitted: 0, dropped: 0 };
    stages.set(worker.stageNum, {
      received: sum.received + growth(earlier, worker, ({ eventsIn }) => eventsIn),
      emitted: sum.emitted + growth(earlier, worker, ({ eventsOut }) => eventsOut),
      dropped: sum.dropped + growth(earlier, worker, dropped),
    });
  }
  return stages;
}

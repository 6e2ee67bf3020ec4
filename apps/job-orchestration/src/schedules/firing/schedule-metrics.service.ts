import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';
import { jitterMsOf } from '../rules/fire-id';
import {
  FireOrigin,
  FireOutcome,
  FirePhase,
  type FireEntity,
  type ScheduleEntity,
} from '../store/schedule.entity';

/** Buckets for the seconds from the time of a fire to its stored job: the clock ticks every second, the sweep every two. */
const LATENESS_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600, 3600];

/** Counts the outcomes of the fires that this process has handled. */
@Injectable()
export class ScheduleMetricsService {
  private readonly fires;
  private readonly lateness;

  constructor(metrics: Metrics) {
    this.fires = metrics.counter(
      'schedule_fires_total',
      'Fires of schedules that this process has handled, by what became of them',
      ['outcome'],
    );
    this.lateness = metrics.histogram(
      'schedule_fire_lateness_seconds',
      'From the time of a fire, with its jitter, to its stored job; without fires that waited, were triggered or backfilled',
      [],
      LATENESS_BUCKETS,
    );
  }

  /** Called after the commit of decisions and records. A fire that starts is counted when its job is stored. */
  decided(changed: readonly FireEntity[]): void {
    for (const { outcome, phase } of changed) {
      const isEnd = phase === FirePhase.Over && outcome !== FireOutcome.Started;
      if (outcome !== null && (isEnd || phase === FirePhase.Waiting)) this.fires.inc({ outcome });
    }
  }

  started({ id, jitterSeconds }: ScheduleEntity, { time, origin, outcome }: FireEntity, now: number): void {
    this.fires.inc({ outcome: FireOutcome.Started });
    if (origin !== FireOrigin.Clock || outcome === FireOutcome.Buffered) return;
    this.lateness.observe(Math.max(0, now - time - jitterMsOf(id, time, jitterSeconds)) / 1000);
  }

  failed(): void {
    this.fires.inc({ outcome: FireOutcome.Failed });
  }
}

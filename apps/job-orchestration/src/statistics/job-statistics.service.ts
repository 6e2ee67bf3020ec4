import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { JobStatus } from '../jobs/job-status';
import { iso } from '../registry/iso-time';
import type { HourResponse, JobStatisticsResponse } from './job-statistics.dto';
import {
  HOUR_MS,
  JobStatisticsReadModel,
  type EndedInHour,
  type StartedInHour,
} from './job-statistics.read-model';
import { waitFigures } from './waits';

const HOURS = 24;
/** Hours before the current one that still change: a node that was unreachable reports late. */
const CHANGING_HOURS = 1;
/** An hour that has passed is counted again after this time, ms: jobs are deleted, and reports may be very late. */
const KEPT_MS = 600_000;
/** The hours that change are counted at most this often, ms. */
const RENEWED_MS = 2000;

/** Counts the jobs of the last day by hour. */
@Injectable()
export class JobStatisticsService {
  private readonly kept = new LRUCache<number, HourResponse>({ max: 2 * HOURS });

  constructor(private readonly jobs: JobStatisticsReadModel) {}

  async lastDay(now: number): Promise<JobStatisticsResponse> {
    const current = Math.floor(now / HOUR_MS);
    const hours = Array.from({ length: HOURS }, (_, index) => current - HOURS + 1 + index);
    const figures = new Map(hours.map((hour) => [hour, this.kept.get(hour)]));
    const missing = hours.filter((hour) => !figures.get(hour));
    for (const [hour, counted] of await this.count(missing)) {
      const ttl = hour >= current - CHANGING_HOURS ? RENEWED_MS : KEPT_MS;
      this.kept.set(hour, counted, { ttl });
      figures.set(hour, counted);
    }
    return { hours: hours.flatMap((hour) => figures.get(hour) ?? []) };
  }

  private async count(hours: readonly number[]): Promise<[number, HourResponse][]> {
    const [first, last] = [hours[0], hours.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [ended, started] = await Promise.all([
      this.jobs.ended(first, last),
      this.jobs.started(first, last),
    ]);
    return hours.map((hour) => [
      hour,
      figuresOf(
        hour,
        ended.filter((row) => row.hour === hour),
        started.filter((row) => row.hour === hour),
      ),
    ]);
  }
}

function figuresOf(
  hour: number,
  ended: readonly EndedInHour[],
  started: readonly StartedInHour[],
): HourResponse {
  const of = (status: JobStatus): number =>
    ended.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0);
  return {
    from: iso(hour * HOUR_MS),
    started: started.reduce((sum, { count }) => sum + count, 0),
    succeeded: of(JobStatus.Succeeded),
    failed: of(JobStatus.Failed),
    killed: of(JobStatus.Killed),
    waits: waitFigures(started),
  };
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ACTIVE_JOB_STATES } from '../jobs/job-states';
import { WORKER_META_STATES } from '../jobs/worker-states';

/** Counts active rows for metrics, by indexes. */
@Injectable()
export class StreamCountsReadModel {
  constructor(private readonly source: DataSource) {}

  jobs() {
    return this.byState('jobs', ACTIVE_JOB_STATES);
  }

  workers() {
    return this.byState('workers', WORKER_META_STATES.Active);
  }

  /** Counts clusters with fewer active jobs than the minimum of their SLA. */
  async belowMinimum() {
    const [row] = await this.source.query<{ count: string | number }[]>(
      `SELECT COUNT(*) AS count FROM clusters WHERE disabled = 0 AND sla_min > 0 AND sla_min >
         (SELECT COUNT(*) FROM jobs WHERE jobs.cluster = clusters.name AND jobs.state IN (?))`,
      [ACTIVE_JOB_STATES],
    );
    return [{ labels: {}, value: Number(row?.count ?? 0) }];
  }

  private async byState(table: 'jobs' | 'workers', states: readonly string[]) {
    const rows = await this.source.query<{ state: string; count: string | number }[]>(
      `SELECT state, COUNT(*) AS count FROM ${table} WHERE state IN (?) GROUP BY state`,
      [states],
    );
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    return states.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }));
  }
}

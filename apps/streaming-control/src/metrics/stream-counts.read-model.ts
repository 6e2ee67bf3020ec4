import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ACTIVE_JOB_STATES } from '../jobs/job-states';
import { WORKER_META_STATES } from '../jobs/worker-states';

interface StateCount {
  state: string;
  count: number;
}

/** What metrics count in tables: only what goes on, through indexes. */
@Injectable()
export class StreamCounts {
  constructor(private readonly source: DataSource) {}

  jobs(): Promise<StateCount[]> {
    return this.byState('jobs', ACTIVE_JOB_STATES);
  }

  workers(): Promise<StateCount[]> {
    return this.byState('workers', WORKER_META_STATES.Active);
  }

  /** Clusters with fewer active jobs than their SLA asks for. */
  async belowMinimum(): Promise<number> {
    const [row] = await this.source.query<{ count: string | number }[]>(
      `SELECT COUNT(*) AS count FROM clusters WHERE disabled = 0 AND sla_min > 0 AND sla_min >
         (SELECT COUNT(*) FROM jobs WHERE jobs.cluster = clusters.name AND jobs.state IN (?, ?))`,
      [...ACTIVE_JOB_STATES],
    );
    return Number(row?.count ?? 0);
  }

  private async byState(table: 'jobs' | 'workers', states: readonly string[]): Promise<StateCount[]> {
    const rows = await this.source.query<{ state: string; count: string | number }[]>(
      `SELECT state, COUNT(*) AS count FROM ${table} WHERE state IN (${states.map(() => '?').join()}) GROUP BY state`,
      [...states],
    );
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    return states.map((state) => ({ state, count: counts.get(state) ?? 0 }));
  }
}

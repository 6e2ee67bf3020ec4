import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LaunchState } from './launch-state';

/** Launches of one agent cluster that are in one place. */
export interface LaunchCount {
  agentCluster: string;
  /** `waiting` for its turn in the table, `offered` on the queue, `claimed` by a node, `running`. */
  place: 'waiting' | 'offered' | 'claimed' | 'running';
  count: number;
  /** When the oldest of them was created, ms since the epoch. */
  since: number;
}

/** How many launches are not over, for metrics. Reads one index, and of it only what is not over. */
@Injectable()
export class LaunchCounts {
  constructor(private readonly source: DataSource) {}

  async read(): Promise<LaunchCount[]> {
    const rows = await this.source.query<
      { agentCluster: string; place: LaunchCount['place']; count: string | number; since: string | number }[]
    >(
      `SELECT agent_cluster AS agentCluster, IF(state = ?, IF(offered_at = 0, 'waiting', 'offered'), state) AS place,
         COUNT(*) AS count, MIN(created_at) AS since
       FROM launches WHERE state IN (?, ?, ?) GROUP BY agent_cluster, place`,
      [LaunchState.Offered, LaunchState.Offered, LaunchState.Claimed, LaunchState.Running],
    );
    return rows.map(({ agentCluster, place, count, since }) => ({
      agentCluster,
      place,
      count: Number(count),
      since: Number(since),
    }));
  }
}

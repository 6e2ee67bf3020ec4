import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import type { WorkerEntity } from '../jobs/job.entity';
import { PLACED_STATES, WorkerState } from '../jobs/worker-states';
import { AFFINITIES } from '../scheduling/constraints';
import type { Candidate, StageConstraints } from './placement-constraints';

/** Holds for a stage `s` with a soft constraint that names an agent cluster. */
const PREFERS = `JSON_OVERLAPS(JSON_EXTRACT(s.definition, '$.softConstraints'), ?)`;

export type PlacedWorker = Pick<WorkerEntity, 'jobId' | 'stageNum' | 'workerNumber'>;

/** Waiting workers of one stage that became due together, at `launchAfter`. */
export interface OfferedWorkers extends Pick<WorkerEntity, 'jobId' | 'agentCluster' | 'launchAfter'> {
  constraints: StageConstraints;
}

type JsonNames = string | string[];
/** `launchAfter` is a BIGINT. */
type OfferedRow = Pick<OfferedWorkers, 'jobId' | 'agentCluster'> &
  Record<'hard' | 'soft', JsonNames> & { launchAfter: string | number };

/** Reads where workers run, for placement. */
@Injectable()
export class PlacementRepository {
  constructor(private readonly source: DataSource) {}

  /** Records the zone of a host and locks it: one decision about a host at a time, over all jobs. */
  async lockHost(node: Candidate, now: number, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO placement_hosts (host, zone, agent_cluster, seen_at) VALUES (?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE zone = VALUES(zone), agent_cluster = VALUES(agent_cluster), seen_at = VALUES(seen_at)`,
      [node.host, node.zone, node.agentCluster, now],
    );
  }

  /** Returns the distinct hard constraints of the other workers on the candidate's host. */
  async occupants({ jobId, workerNumber }: PlacedWorker, host: string, transaction: Transaction) {
    const rows = await transaction.query<{ hard: JsonNames }[]>(
      `SELECT DISTINCT JSON_EXTRACT(s.definition, '$.hardConstraints') AS hard FROM workers w
       JOIN job_stages s ON s.job_id = w.job_id AND s.stage_num = w.stage_num
       WHERE w.host = ? AND w.state IN (?) AND NOT (w.job_id = ? AND w.worker_number = ?)`,
      [host, PLACED_STATES, jobId, workerNumber],
    );
    return rows.map(({ hard }) => namesOf(hard));
  }

  /**
   * Returns the hosts of the other workers of the stage, and the zones with nodes.
   * @param seenSince hosts that have not requested work since then do not count for a zone, ms since the epoch
   */
  async peers(worker: PlacedWorker, agentCluster: string, seenSince: number, transaction: Transaction) {
    const peers = await transaction.query<{ host: string; zone: string | null }[]>(
      `SELECT w.host AS host, h.zone AS zone FROM workers w LEFT JOIN placement_hosts h ON h.host = w.host
       WHERE w.job_id = ? AND w.stage_num = ? AND w.current_index IS NOT NULL AND w.state IN (?)
         AND w.worker_number <> ?`,
      [worker.jobId, worker.stageNum, PLACED_STATES, worker.workerNumber],
    );
    const zones = await transaction.query<{ zone: string }[]>(
      `SELECT DISTINCT zone FROM placement_hosts WHERE agent_cluster = ? AND seen_at >= ?`,
      [agentCluster, seenSince],
    );
    const placed = peers.map(({ host, zone }) => ({ host, zone: zone ?? '' }));
    return { peers: placed, zones: zones.map(({ zone }) => zone) };
  }

  /** Reports whether a stage of one of these jobs prefers an agent cluster. */
  async isPreferring(jobIds: readonly string[]): Promise<boolean> {
    if (jobIds.length === 0) return false;
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM job_stages s WHERE s.job_id IN (?) AND ${PREFERS} LIMIT 1`,
      [jobIds, JSON.stringify(AFFINITIES)],
    );
    return rows.length > 0;
  }

  /** Returns offered workers that no node has taken, grouped by stage and due time. */
  async offered(): Promise<OfferedWorkers[]> {
    const rows = await this.source.query<OfferedRow[]>(
      `SELECT w.jobId, w.agentCluster, w.launchAfter, JSON_EXTRACT(s.definition, '$.hardConstraints') AS hard,
         JSON_EXTRACT(s.definition, '$.softConstraints') AS soft
       FROM (SELECT DISTINCT job_id AS jobId, stage_num AS stageNum, agent_cluster AS agentCluster,
               launch_after AS launchAfter FROM workers WHERE state = ? AND launch_id IS NOT NULL) w
       JOIN job_stages s ON s.job_id = w.jobId AND s.stage_num = w.stageNum`,
      [WorkerState.Accepted],
    );
    return rows.map(({ hard, soft, launchAfter, ...row }) => ({
      ...row,
      launchAfter: Number(launchAfter),
      constraints: { hardConstraints: namesOf(hard), softConstraints: namesOf(soft) },
    }));
  }
}

/** Parses a list of constraints: MariaDB has no JSON type and returns text. */
const namesOf = (list: JsonNames): string[] =>
  typeof list === 'string' ? (JSON.parse(list) as string[]) : list;

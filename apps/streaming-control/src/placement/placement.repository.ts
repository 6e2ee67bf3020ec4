import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { PLACED_STATES } from '../jobs/worker-states';
import type { Candidate, Surroundings } from './placement';

const STATES = PLACED_STATES.map(() => '?').join(', ');

/** The worker that is to be placed. */
export interface PlacedWorker {
  jobId: string;
  stageNum: number;
  workerNumber: number;
}

/** What runs where, as far as placement needs it. */
@Injectable()
export class PlacementRepository {
  /** Notes the facts of a host and locks it: one decision about a host at a time, over all jobs. */
  async lockHost(
    { host, zone, agentCluster }: Candidate,
    now: number,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO placement_hosts (host, zone, agent_cluster, seen_at) VALUES (?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE zone = VALUES(zone), agent_cluster = VALUES(agent_cluster), seen_at = VALUES(seen_at)`,
      [host, zone, agentCluster, now],
    );
  }

  /** What the other workers on the candidate's host ask for, each answer once. */
  async occupants(
    { jobId, workerNumber }: PlacedWorker,
    { host }: Candidate,
    transaction: Transaction,
  ): Promise<Surroundings['occupants']> {
    const rows = await transaction.query<{ hard: string | string[] }[]>(
      `SELECT DISTINCT JSON_EXTRACT(s.definition, '$.hardConstraints') AS hard FROM workers w
       JOIN job_stages s ON s.job_id = w.job_id AND s.stage_num = w.stage_num
       WHERE w.host = ? AND w.state IN (${STATES}) AND NOT (w.job_id = ? AND w.worker_number = ?)`,
      [host, ...PLACED_STATES, jobId, workerNumber],
    );
    return rows.map(({ hard }) => (typeof hard === 'string' ? (JSON.parse(hard) as string[]) : hard));
  }

  /**
   * Where the other workers of the stage are, and which zones there are.
   *
   * @param seenSince hosts that have not asked since then count for no zone, ms since the epoch
   */
  async peers(
    worker: PlacedWorker,
    { agentCluster }: Candidate,
    seenSince: number,
    transaction: Transaction,
  ): Promise<Pick<Surroundings, 'peers' | 'zones'>> {
    const peers = await transaction.query<{ host: string; zone: string | null }[]>(
      `SELECT w.host AS host, h.zone AS zone FROM workers w LEFT JOIN placement_hosts h ON h.host = w.host
       WHERE w.job_id = ? AND w.stage_num = ? AND w.current_index IS NOT NULL AND w.state IN (${STATES})
         AND w.worker_number <> ?`,
      [worker.jobId, worker.stageNum, ...PLACED_STATES, worker.workerNumber],
    );
    const zones = await transaction.query<{ zone: string }[]>(
      `SELECT DISTINCT zone FROM placement_hosts WHERE agent_cluster = ? AND seen_at >= ?`,
      [agentCluster, seenSince],
    );
    return {
      peers: peers.map((peer) => ({ host: peer.host, zone: peer.zone ?? '' })),
      zones: zones.map(({ zone }) => zone),
    };
  }
}

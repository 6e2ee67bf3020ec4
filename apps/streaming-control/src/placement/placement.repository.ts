import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import { PLACED_STATES, WorkerState } from '../jobs/worker-states';
import { AFFINITIES } from './constraints';
import type { Candidate, StageConstraints, Surroundings } from './placement';

const STATES = PLACED_STATES.map(() => '?').join(', ');
/** Holds for a stage `s` that has a soft constraint which names an agent cluster. */
const PREFERS = `JSON_OVERLAPS(JSON_EXTRACT(s.definition, '$.softConstraints'), ?)`;

/** The worker that is to be placed. */
export interface PlacedWorker {
  jobId: string;
  stageNum: number;
  workerNumber: number;
}

/** Waiting workers of one stage that became due together. */
export interface OfferedWorkers {
  jobId: string;
  agentCluster: string;
  /** When they became due, ms since the epoch. */
  launchAfter: number;
  constraints: StageConstraints;
}

type JsonNames = string | string[];
/** `launchAfter` is a BIGINT. */
type OfferedRow = Omit<OfferedWorkers, 'launchAfter' | 'constraints'> & {
  launchAfter: string | number;
  hard: JsonNames;
  soft: JsonNames;
};

/** What runs where, as far as placement needs it. */
@Injectable()
export class PlacementRepository {
  constructor(private readonly source: DataSource) {}

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
    const rows = await transaction.query<{ hard: JsonNames }[]>(
      `SELECT DISTINCT JSON_EXTRACT(s.definition, '$.hardConstraints') AS hard FROM workers w
       JOIN job_stages s ON s.job_id = w.job_id AND s.stage_num = w.stage_num
       WHERE w.host = ? AND w.state IN (${STATES}) AND NOT (w.job_id = ? AND w.worker_number = ?)`,
      [host, ...PLACED_STATES, jobId, workerNumber],
    );
    return rows.map(({ hard }) => namesOf(hard));
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

  /** Tells whether a stage of one of these jobs prefers an agent cluster. */
  async isPreferring(jobIds: readonly string[]): Promise<boolean> {
    if (jobIds.length === 0) return false;
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM job_stages s WHERE s.job_id IN (${jobIds.map(() => '?').join(', ')}) AND ${PREFERS} LIMIT 1`,
      [...jobIds, JSON.stringify(AFFINITIES)],
    );
    return rows.length > 0;
  }

  /** Workers that are offered and that no node has taken, those of a stage that became due together as one. */
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

/** A list of constraints as a driver gives it: MariaDB has no JSON type of its own. */
const namesOf = (list: JsonNames): string[] =>
  typeof list === 'string' ? (JSON.parse(list) as string[]) : list;

import { Injectable } from '@nestjs/common';
import type { LaunchState, PlacedLaunch } from '@portolan/launches';
import { DirectReads } from '@portolan/service';
import type { ArrayState } from '../jobs/job-array.entity';
import type { JobEntity } from '../jobs/job.entity';

/** The current launch of a job. */
export interface QueuedLaunch extends PlacedLaunch {
  state: LaunchState;
  memoryMb: number;
}

type JobColumns = Pick<JobEntity, 'id' | 'user' | 'status' | 'statusMsg' | 'created' | 'updated'>;

/** A job with a row, as far as its wait depends on it. Times are ms since the epoch. */
export interface QueuedJob extends JobColumns {
  /** Of an array; null for other jobs. */
  arrayState: ArrayState | null;
  launch: QueuedLaunch | null;
}

interface Row extends JobColumns, Omit<QueuedLaunch, 'id' | 'user' | 'state'> {
  arrayState: ArrayState | null;
  launchId: string | null;
  launchUser: string;
  state: LaunchState | null;
}

/** A job, its launch and its array in one statement, so that they are of one moment. */
@Injectable()
export class QueuedJobReadModel {
  constructor(private readonly reads: DirectReads) {}

  /** @returns undefined for a job without a row */
  async find(id: string): Promise<QueuedJob | undefined> {
    const [row] = await this.reads.prepared<Row>(
      `SELECT jobs.id, jobs.user, jobs.status, status_msg AS statusMsg, created, updated, job_arrays.state AS arrayState,
         launches.id AS launchId, launches.state AS state, agent_cluster AS agentCluster, user_name AS launchUser,
         turn_rank AS turnRank, created_at AS createdAt, memory_mb AS memoryMb
       FROM jobs LEFT JOIN launches ON launches.id = jobs.launch_id LEFT JOIN job_arrays ON job_arrays.job_id = jobs.id
       WHERE jobs.id = ?`,
      [id],
    );
    if (!row) return undefined;
    const { user, status, statusMsg, arrayState } = row;
    const times = { created: Number(row.created), updated: Number(row.updated) };
    return { id: row.id, user, status, statusMsg, ...times, arrayState, launch: launchOf(row) };
  }
}

function launchOf({ launchId, state, agentCluster, turnRank, memoryMb, ...row }: Row): QueuedLaunch | null {
  if (launchId === null || state === null) return null;
  const createdAt = Number(row.createdAt);
  return { id: launchId, state, agentCluster, user: row.launchUser, turnRank, createdAt, memoryMb };
}

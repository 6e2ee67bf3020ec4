import { Injectable } from '@nestjs/common';
import { LaunchState, NodeLeaseEntity } from '@portolan/launches';
import { databaseNow } from '@portolan/service';
import { DataSource, In } from 'typeorm';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobEntity } from '../jobs/job.entity';

/** Archives that will never be made. */
@Injectable()
export class LostArchivesRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Returns nodes whose last heartbeat lies between a time (ms, database clock; inclusive) and `silentMs` ago, those with the
   * oldest heartbeat first.
   */
  async silentNodes(
    from: number,
    silentMs: number,
    limit: number,
  ): Promise<Pick<NodeLeaseEntity, 'nodeId' | 'renewedAt'>[]> {
    const until = (await databaseNow(this.source.manager)) - silentMs;
    return this.source.manager
      .createQueryBuilder(NodeLeaseEntity, 'lease')
      .select(['lease.nodeId', 'lease.renewedAt'])
      .where('lease.renewedAt >= :from AND lease.renewedAt < :until', { from, until })
      .orderBy('lease.renewedAt')
      .limit(limit)
      .getMany();
  }

  /** Marks the unreported archives of jobs that finished on one of these nodes UNKNOWN. @returns the number of jobs */
  async giveUp(nodeIds: readonly string[]): Promise<number> {
    if (nodeIds.length === 0) return 0;
    const waiting = await this.source.query<{ id: string }[]>(
      `SELECT jobs.id FROM launches JOIN jobs ON jobs.id = launches.subject AND jobs.launch_id = launches.id
       WHERE launches.node_id IN (?) AND launches.state = ? AND jobs.archive_status = ?`,
      [nodeIds, LaunchState.Ended, ArchiveStatus.Pending],
    );
    if (waiting.length === 0) return 0;
    const { affected } = await this.source.manager.update(
      JobEntity,
      // An archive reported meanwhile stays unchanged.
      { id: In(waiting.map(({ id }) => id)), archiveStatus: ArchiveStatus.Pending },
      { archiveStatus: ArchiveStatus.Unknown },
    );
    return affected ?? 0;
  }
}

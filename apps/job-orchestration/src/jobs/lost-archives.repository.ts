import { Injectable } from '@nestjs/common';
import { LaunchState, NodeLeaseEntity } from '@portolan/launches';
import { databaseNow } from '@portolan/service';
import { DataSource, In } from 'typeorm';
import { ArchiveStatus } from './archive-status';
import { JobEntity } from './job.entity';

/** Archives that nobody will make any more. */
@Injectable()
export class LostArchives {
  constructor(private readonly source: DataSource) {}

  /**
   * Nodes that were heard of last between a time (ms, by the database's clock; inclusive) and `silentMs` ago, those that are
   * silent for longest first.
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

  /** Jobs that were over on one of these nodes before it told what became of their archive get UNKNOWN. @returns how many */
  async giveUp(nodeIds: readonly string[]): Promise<number> {
    if (nodeIds.length === 0) return 0;
    const marks = nodeIds.map(() => '?').join(', ');
    const waiting = await this.source.query<{ id: string }[]>(
      `SELECT jobs.id FROM launches JOIN jobs ON jobs.id = launches.subject AND jobs.launch_id = launches.id
       WHERE launches.node_id IN (${marks}) AND launches.state = ? AND jobs.archive_status = ?`,
      [...nodeIds, LaunchState.Ended, ArchiveStatus.Pending],
    );
    if (waiting.length === 0) return 0;
    const { affected } = await this.source.manager.update(
      JobEntity,
      // One whose archive was told of meanwhile stays as it is.
      { id: In(waiting.map(({ id }) => id)), archiveStatus: ArchiveStatus.Pending },
      { archiveStatus: ArchiveStatus.Unknown },
    );
    return affected ?? 0;
  }
}

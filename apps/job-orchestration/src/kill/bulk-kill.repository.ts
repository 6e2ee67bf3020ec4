import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual } from 'typeorm';
import type { Condition } from '../query/filters';
import type { Query } from '../query/paging';
import { matching } from '../query/search.repository';
import { JobEntity } from '../jobs/job.entity';
import { ACTIVE_STATUSES } from '../jobs/job-status';
import { BulkKillEntity } from './bulk-kill.entity';

/** Key of the owner beside the filters; no filter has this name. */
const OWNER = ' owner';

/** A bulk kill; without an owner it affects the jobs of all users. */
export type BulkKill = BulkKillEntity & { owner: string | undefined };

/** The table of bulk kills, and the jobs that they affect. */
@Injectable()
export class BulkKillRepository {
  constructor(private readonly source: DataSource) {}

  async add(id: string, query: Query, owner: string | undefined, now: number): Promise<void> {
    const kill = { id, query: { ...query, [OWNER]: owner }, requestedAt: now, afterId: '', dueAt: now };
    await this.source.manager.insert(BulkKillEntity, kill);
  }

  async due(now: number): Promise<BulkKill[]> {
    const rows = await this.source.manager.find(BulkKillEntity, {
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
      take: 10,
    });
    return rows.map((row) => {
      const { [OWNER]: owner, ...query } = row.query;
      return { ...row, query, owner: owner as string | undefined };
    });
  }

  /** Claims a bulk kill, or extends the claim, until a time. @returns false when another replica holds the claim */
  async take({ id, dueAt }: BulkKill, afterId: string, until: number): Promise<boolean> {
    const taken = { dueAt: until, afterId };
    const { affected } = await this.source.manager.update(BulkKillEntity, { id, dueAt }, taken);
    return affected === 1;
  }

  async remove(id: string): Promise<void> {
    await this.source.manager.delete(BulkKillEntity, { id });
  }

  /** Returns the next affected unfinished jobs, by id. */
  async nextJobs(
    conditions: readonly Condition[],
    { requestedAt, afterId, owner }: BulkKill,
    limit: number,
  ): Promise<{ id: string; launchId: string | null }[]> {
    return matching(this.source.manager, JobEntity, conditions)
      .select(['row.id', 'row.launchId'])
      .andWhere('row.status IN (:...active)', { active: ACTIVE_STATUSES })
      .andWhere('row.created <= :requestedAt AND row.id > :afterId', { requestedAt, afterId })
      .andWhere(owner === undefined ? '1 = 1' : 'row.user = :owner', { owner })
      .orderBy('row.id')
      .limit(limit)
      .getMany();
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Condition } from '../../search/filters';
import type { Query } from '../../search/paging';
import { matching } from '../../search/search.repository';
import { JobEntity } from '../job.entity';
import { ACTIVE_STATUSES } from '../job-status';

/** A wish to end all jobs that a search finds. Times are ms since the epoch. */
export interface BulkKill {
  id: string;
  /** The search filters as the client gave them. */
  query: Query;
  /** Only jobs of this user are meant; undefined: everybody's. */
  owner: string | undefined;
  /** Jobs that came later are not meant. */
  requestedAt: number;
  /** All jobs up to this id have been told. */
  afterId: string;
  dueAt: number;
}

/** Stands beside the filters: no filter is called so. */
const OWNER = ' owner';

type Row = Record<'id' | 'query' | 'afterId', string> & Record<'requestedAt' | 'dueAt', number | string>;

/** The table of bulk kills, and the jobs that they mean. */
@Injectable()
export class BulkKillRepository {
  constructor(private readonly source: DataSource) {}

  async add(id: string, query: Query, owner: string | undefined, now: number): Promise<void> {
    await this.source.query(
      `INSERT INTO bulk_kills (id, query, requested_at, after_id, due_at) VALUES (?, ?, ?, '', ?)`,
      [id, JSON.stringify({ ...query, [OWNER]: owner }), now, now],
    );
  }

  async due(now: number): Promise<BulkKill[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT id, query, requested_at AS requestedAt, after_id AS afterId, due_at AS dueAt FROM bulk_kills
        WHERE due_at <= ? ORDER BY due_at LIMIT 10`,
      [now],
    );
    return rows.map((row) => ({
      ...row,
      ...readWish(row.query),
      requestedAt: Number(row.requestedAt),
      dueAt: Number(row.dueAt),
    }));
  }

  /** Takes a bulk kill, or keeps it, until a time. @returns false when somebody else has it */
  async take({ id, dueAt }: BulkKill, afterId: string, until: number): Promise<boolean> {
    const result = await this.source.query<{ affectedRows: number }>(
      'UPDATE bulk_kills SET due_at = ?, after_id = ? WHERE id = ? AND due_at = ?',
      [until, afterId, id, dueAt],
    );
    return result.affectedRows === 1;
  }

  async remove(id: string): Promise<void> {
    await this.source.query('DELETE FROM bulk_kills WHERE id = ?', [id]);
  }

  /** The next jobs that are meant and still go on, by id. */
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

function readWish(text: string): Pick<BulkKill, 'query' | 'owner'> {
  const { [OWNER]: owner, ...query } = JSON.parse(text) as Query & { [OWNER]?: string };
  return { query, owner };
}

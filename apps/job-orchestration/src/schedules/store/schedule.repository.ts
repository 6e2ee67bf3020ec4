import { Injectable } from '@nestjs/common';
import { insertRows, lockRow, selectRows, updateRow, type Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import type { Condition } from '../../query/filters';
import type { Paging } from '../../query/paging';
import { matching, paged } from '../../query/search.repository';
import { ScheduleEntity } from './schedule.entity';

/** The table of schedules and their tags. */
@Injectable()
export class ScheduleRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws a duplicate key error for an id in use */
  async insert(row: ScheduleEntity, transaction: Transaction): Promise<void> {
    await insertRows(transaction, ScheduleEntity, [row]);
    await this.writeTags(row, transaction);
  }

  async save(row: ScheduleEntity, transaction: Transaction): Promise<void> {
    await updateRow(transaction, ScheduleEntity, { id: row.id }, row);
    await transaction.query('DELETE FROM schedule_tags WHERE schedule_id = ?', [row.id]);
    await this.writeTags(row, transaction);
  }

  async find(id: string): Promise<ScheduleEntity | null> {
    return this.source.manager.findOneBy(ScheduleEntity, { id });
  }

  async lock(id: string, transaction: Transaction): Promise<ScheduleEntity | null> {
    return lockRow(transaction, ScheduleEntity, { id });
  }

  async page(conditions: readonly Condition[], paging: Paging): Promise<ScheduleEntity[]> {
    return paged(matching(this.source.manager, ScheduleEntity, conditions), paging).getMany();
  }

  async count(conditions: readonly Condition[]): Promise<number> {
    return matching(this.source.manager, ScheduleEntity, conditions).getCount();
  }

  /** Removes a schedule with its tags and fires. */
  async remove(id: string, transaction: Transaction): Promise<void> {
    await transaction.delete(ScheduleEntity, { id });
  }

  /** Locks schedules that have a fire due, those that are due longest first; those that another replica holds are left to it. */
  async lockDue(
    now: number,
    limit: number,
    except: readonly string[],
    transaction: Transaction,
  ): Promise<ScheduleEntity[]> {
    const others = except.length > 0 ? 'AND id NOT IN (?)' : '';
    const rest = `WHERE next_at <= ? ${others} ORDER BY next_at LIMIT ? FOR UPDATE SKIP LOCKED`;
    return selectRows(transaction, ScheduleEntity, rest, [now, ...(others ? [except] : []), limit]);
  }

  /** Locks schedules by their ids, in one order; those that another replica holds are left out. */
  async lockFree(ids: readonly string[], transaction: Transaction): Promise<ScheduleEntity[]> {
    if (ids.length === 0) return [];
    const rest = 'WHERE id IN (?) ORDER BY id FOR UPDATE SKIP LOCKED';
    return selectRows(transaction, ScheduleEntity, rest, [ids]);
  }

  /** Records the next fires of locked schedules. */
  async setNext(
    rows: readonly Pick<ScheduleEntity, 'id' | 'nextAt'>[],
    transaction: Transaction,
  ): Promise<void> {
    if (rows.length === 0) return;
    const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
    await transaction.query(`UPDATE schedules SET next_at = CASE id ${cases} END WHERE id IN (?)`, [
      ...rows.flatMap(({ id, nextAt }) => [id, nextAt]),
      rows.map(({ id }) => id),
    ]);
  }

  private async writeTags({ id, document }: ScheduleEntity, transaction: Transaction): Promise<void> {
    if (document.tags.length === 0) return;
    const rows = document.tags.map((tag) => [id, tag]);
    await transaction.query('INSERT INTO schedule_tags (schedule_id, tag) VALUES ?', [rows]);
  }
}

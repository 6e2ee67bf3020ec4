import { Injectable } from '@nestjs/common';
import { insertRows, type Transaction } from '@portolan/service';
import { DataSource, In, type ObjectLiteral } from 'typeorm';
import type { Condition } from '../query/filters';
import type { Paging } from '../query/paging';
import { matching, paged } from '../query/search.repository';
import { CommandApplicationEntity, type ResourceEntity } from './registry.entity';
import type { ResourceKind } from './resource-kind';

/** The tables of applications, clusters and commands: one shape, so one set of queries. */
@Injectable()
export class RegistryRepository {
  constructor(private readonly source: DataSource) {}

  async insert(kind: ResourceKind, row: ResourceEntity, transaction: Transaction): Promise<void> {
    await insertRows(transaction, kind.entity, [row]);
    await this.writeTags(kind, row, transaction);
    await this.raiseVersion(transaction);
  }

  async save(kind: ResourceKind, row: ResourceEntity, transaction: Transaction): Promise<void> {
    await transaction.update<ObjectLiteral>(kind.entity, { id: row.id }, row);
    await transaction.query(`DELETE FROM ${kind.tagTable} WHERE resource_id = ?`, [row.id]);
    await this.writeTags(kind, row, transaction);
    await this.raiseVersion(transaction);
  }

  /** Updates a resource whose links have changed. */
  async touch(kind: ResourceKind, id: string, updated: number, transaction: Transaction): Promise<void> {
    await transaction.update(kind.entity, { id }, { updated });
  }

  async find(kind: ResourceKind, id: string): Promise<ResourceEntity | null> {
    return this.source.manager.findOne<ResourceEntity>(kind.entity, { where: { id } });
  }

  /** Returns resources in the order of `ids`, without unknown ones. */
  async findAll(kind: ResourceKind, ids: readonly string[]): Promise<ResourceEntity[]> {
    if (ids.length === 0) return [];
    const rows = await this.source.manager.find<ResourceEntity>(kind.entity, { where: { id: In([...ids]) } });
    const known = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  /** Locks resources until the transaction ends. @returns the ids of those that exist */
  async lockAll(kind: ResourceKind, ids: readonly string[], transaction: Transaction): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await transaction.find<ResourceEntity>(kind.entity, {
      select: { id: true },
      where: { id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return new Set(rows.map(({ id }) => id));
  }

  async all(kind: ResourceKind, on: Transaction = this.source.manager): Promise<ResourceEntity[]> {
    return on.find<ResourceEntity>(kind.entity, { order: { id: 'ASC' } });
  }

  async lock(kind: ResourceKind, id: string, transaction: Transaction): Promise<ResourceEntity | null> {
    return transaction.findOne<ResourceEntity>(kind.entity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async page(kind: ResourceKind, conditions: readonly Condition[], paging: Paging) {
    return paged(matching<ResourceEntity>(this.source.manager, kind.entity, conditions), paging).getMany();
  }

  async count(kind: ResourceKind, conditions: readonly Condition[]): Promise<number> {
    return matching<ResourceEntity>(this.source.manager, kind.entity, conditions).getCount();
  }

  /** @returns whether the resource existed. @throws the database's error when a foreign key refers to it */
  async remove(kind: ResourceKind, id: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(kind.entity, { id });
    await this.raiseVersion(transaction);
    return (affected ?? 0) > 0;
  }

  async removeUnused(kind: ResourceKind, transaction: Transaction): Promise<void> {
    await transaction.query(`DELETE FROM ${kind.collection} WHERE ${unused(kind)}`);
    await this.raiseVersion(transaction);
  }

  /** Removes resources that are out of service, unreferenced, and unchanged since `before` (ms since the epoch). @returns how many */
  async removeIdle(kind: ResourceKind, before: number, limit: number, transaction: Transaction) {
    const { affectedRows } = await transaction.query<{ affectedRows: number }>(
      `DELETE FROM ${kind.collection} WHERE status = ? AND updated < ? AND ${unused(kind)} LIMIT ?`,
      [kind.retired, before, limit],
    );
    if (affectedRows > 0) await this.raiseVersion(transaction);
    return affectedRows;
  }

  /** Returns the ids of a command's applications, in order. */
  async applicationIdsOf(commandId: string, manager: Transaction = this.source.manager): Promise<string[]> {
    const rows = await manager.find(CommandApplicationEntity, {
      where: { commandId },
      order: { position: 'ASC' },
    });
    return rows.map((row) => row.applicationId);
  }

  async commandIdsOf(applicationId: string): Promise<string[]> {
    const rows = await this.source.manager.findBy(CommandApplicationEntity, { applicationId });
    return rows.map((row) => row.commandId).sort();
  }

  /** Returns one link of a command to an application, if there is any; waits for links that are being written. */
  async anyLink(transaction: Transaction): Promise<CommandApplicationEntity | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await transaction.find(CommandApplicationEntity, { take: 1, lock }))[0];
  }

  /** Returns all links of commands to applications, in order. */
  async allLinks(on: Transaction = this.source.manager): Promise<CommandApplicationEntity[]> {
    return on.find(CommandApplicationEntity, {
      order: { commandId: 'ASC', position: 'ASC' },
    });
  }

  async writeApplications(commandId: string, ids: readonly string[], transaction: Transaction) {
    await transaction.delete(CommandApplicationEntity, { commandId });
    if (ids.length > 0) {
      const rows = ids.map((applicationId, position) => ({ commandId, applicationId, position }));
      await transaction.insert(CommandApplicationEntity, rows);
    }
    await this.raiseVersion(transaction);
  }

  /** Returns the number of changes of the registry: equal versions mean equal contents. */
  async version(on: Transaction = this.source.manager): Promise<number> {
    const [row] = await on.query<{ version: string | number }[]>(
      'SELECT version FROM registry_version WHERE id = 1',
    );
    return Number(row?.version ?? 0);
  }

  /** Must be the last statement of every change, so that the row is locked briefly. */
  private async raiseVersion(transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE registry_version SET version = version + 1 WHERE id = 1');
  }

  private async writeTags(kind: ResourceKind, row: ResourceEntity, transaction: Transaction): Promise<void> {
    const { tags } = row.document;
    if (tags.length === 0) return;
    const rows = tags.map((tag) => [row.id, tag]);
    await transaction.query(`INSERT INTO ${kind.tagTable} (resource_id, tag) VALUES ?`, [rows]);
  }
}

/** The columns that refer to a resource. */
const REFERENCES: Readonly<Record<ResourceKind['collection'], readonly string[]>> = {
  applications: ['command_applications.application_id', 'job_applications.application_id'],
  clusters: ['jobs.cluster_id'],
  commands: ['jobs.command_id'],
};

const unused = ({ collection }: ResourceKind): string =>
  REFERENCES[collection]
    .map((column) => [column.split('.')[0], column] as const)
    .map(([table, column]) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${column} = ${collection}.id)`)
    .join(' AND ');

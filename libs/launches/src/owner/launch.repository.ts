import { Injectable } from '@nestjs/common';
import { databaseNow, findRow, insertRows, lockRow, selectRows, updateRows } from '@portolan/service';
import type { Transaction } from '@portolan/service';
import { Between, DataSource, In, LessThan, MoreThan } from 'typeorm';
import { LaunchKind } from '../protocol/launch-offer';
import { HELD_STATES, LaunchState } from '../protocol/launch-state';
import type { LeaseRequest } from '../protocol/owner-api';
import { LaunchEntity, NodeLeaseEntity } from './launch.entity';

export interface LaunchCount {
  agentCluster: string;
  /** `waiting` for its turn in the table, `offered` on the queue, `claimed` by a node, `running`. */
  place: 'waiting' | 'offered' | 'claimed' | 'running';
  count: number;
  /** Creation time of the oldest of them, ms since the epoch. */
  since: number;
}

/** The tables of launches and leases. */
@Injectable()
export class LaunchRepository {
  /** Nodes with a known lease: leases are extended, never removed. */
  private readonly leased = new Set<string>();

  constructor(private readonly source: DataSource) {}

  async insert(launches: LaunchEntity[], transaction: Transaction): Promise<void> {
    await insertRows(transaction, LaunchEntity, launches);
  }

  async lock(id: string, transaction: Transaction): Promise<LaunchEntity | null> {
    return lockRow(transaction, LaunchEntity, { id });
  }

  /** Locks the existing launches, in the order of their ids. */
  async lockAll(ids: readonly string[], transaction: Transaction): Promise<Map<string, LaunchEntity>> {
    const locked = 'WHERE id IN (?) ORDER BY id FOR UPDATE';
    const rows = await selectRows(transaction, LaunchEntity, locked, [ids]);
    return new Map(rows.map((launch) => [launch.id, launch]));
  }

  async save(launch: LaunchEntity, transaction: Transaction): Promise<void> {
    await this.saveAll([launch], transaction);
  }

  /** Writes what changes in the course of several launches, in one statement. */
  async saveAll(launches: readonly LaunchEntity[], transaction: Transaction): Promise<void> {
    const rows = launches.map(
      ({ subject, kind, agentCluster, offer, user, memoryMb, turnRank, requestId, createdAt, ...moving }) =>
        moving,
    );
    await updateRows(transaction, LaunchEntity, 'id', rows);
  }

  async find(id: string): Promise<LaunchEntity | null> {
    return findRow(this.source.manager, LaunchEntity, { id });
  }

  /** Returns the launches of one subject, oldest first. */
  async ofSubject(subject: string): Promise<LaunchEntity[]> {
    const rest = 'WHERE subject = ? ORDER BY created_at, id';
    return selectRows(this.source.manager, LaunchEntity, rest, [subject]);
  }

  async findAll(ids: readonly string[]): Promise<LaunchEntity[]> {
    return ids.length === 0 ? [] : this.source.manager.findBy(LaunchEntity, { id: In([...ids]) });
  }

  /**
   * Returns launches that should be on the queue, in its order: workers that were last put there before `before`, and all batch
   * launches on the queue of an agent cluster in which one is that old. Marked alone, the older ones would follow the others, and be out
   * of order when Redis is emptied.
   *
   * @param limit number of workers, and of batch launches that are that old; the others of their agent clusters come in addition
   */
  async offersToResend(before: number, limit: number): Promise<Record<'workers' | 'batch', LaunchEntity[]>> {
    const state = LaunchState.Offered;
    const { manager } = this.source;
    const due = await manager.find(LaunchEntity, {
      select: { id: true, agentCluster: true },
      where: { state, kind: LaunchKind.Batch, offeredAt: Between(1, before - 1) },
      order: { offeredAt: 'ASC' },
      take: limit,
    });
    const agentCluster = In([...new Set(due.map((launch) => launch.agentCluster))]);
    return {
      workers: await manager.find(LaunchEntity, {
        where: { state, kind: LaunchKind.Worker, offeredAt: LessThan(before) },
        order: { offeredAt: 'ASC', createdAt: 'ASC' },
        take: limit,
      }),
      batch: await manager.find(LaunchEntity, {
        where: { state, kind: LaunchKind.Batch, offeredAt: MoreThan(0), agentCluster },
        order: { offeredAt: 'ASC', id: 'ASC' },
      }),
    };
  }

  /** Records that launches are on the queue, in this order: each one ms after the previous one. */
  async markSent(ids: readonly string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    const list = ids.map(() => '?').join(', ');
    await this.source.query(
      `UPDATE launches SET offered_at = ? + FIELD(id, ${list}) WHERE id IN (${list}) AND state = ?`,
      [now - 1, ...ids, ...ids, LaunchState.Offered],
    );
  }

  /** Records that launches are not on the queue. */
  async markUnsent(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const waiting = { id: In([...ids]), state: LaunchState.Offered };
    await this.source.manager.update(LaunchEntity, waiting, { offeredAt: 0 });
  }

  async heldBy(nodeId: string): Promise<LaunchEntity[]> {
    return this.source.manager.findBy(LaunchEntity, { nodeId, state: In([...HELD_STATES]) });
  }

  async setMissedRenewals(launches: readonly LaunchEntity[], change: 'reset' | 'increment'): Promise<void> {
    if (launches.length === 0) return;
    const where = { id: In(launches.map(({ id }) => id)) };
    if (change === 'reset') await this.source.manager.update(LaunchEntity, where, { missedRenewals: 0 });
    else await this.source.manager.increment(LaunchEntity, where, 'missedRenewals', 1);
  }

  /** Returns ids of held launches that were missing from at least `renewals` renewals. */
  async forgottenByNodes(renewals: number): Promise<string[]> {
    const where = 'launch.state IN (:...states) AND launch.missedRenewals >= :renewals';
    const rows = await this.source.manager
      .createQueryBuilder(LaunchEntity, 'launch')
      .select('launch.id', 'id')
      .where(where, { states: HELD_STATES, renewals })
      .getRawMany<{ id: string }>();
    return rows.map((row) => row.id);
  }

  /** Returns nodes that hold launches and have not renewed their lease for a time, by the database's clock. */
  async lateNodes(lateMs: number): Promise<Pick<NodeLeaseEntity, 'nodeId' | 'nodeUrl'>[]> {
    const now = await databaseNow(this.source.manager);
    return this.source.manager
      .createQueryBuilder(NodeLeaseEntity, 'lease')
      .innerJoin(LaunchEntity, 'launch', 'launch.nodeId = lease.nodeId')
      .select('lease.nodeId', 'nodeId')
      .addSelect('lease.nodeUrl', 'nodeUrl')
      .where('launch.state IN (:...states)', { states: HELD_STATES })
      .andWhere('lease.renewedAt < :late', { late: now - lateMs })
      .distinct(true)
      .getRawMany<Pick<NodeLeaseEntity, 'nodeId' | 'nodeUrl'>>();
  }

  /** Returns the database's time, ms since the epoch; expiry of leases is decided by this clock. */
  now(): Promise<number> {
    return databaseNow(this.source.manager);
  }

  /** Returns ids of held launches whose node last renewed its lease before a time, by the database's clock. */
  async withLeaseRenewedBefore(time: number): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(LaunchEntity, 'launch')
      .innerJoin(NodeLeaseEntity, 'lease', 'lease.nodeId = launch.nodeId')
      .select('launch.id', 'id')
      .where('launch.state IN (:...states)', { states: HELD_STATES })
      .andWhere('lease.renewedAt < :expired', { expired: time })
      .getRawMany<{ id: string }>();
    return rows.map((row) => row.id);
  }

  /**
   * Returns ids of launches that have waited since before `before` and fit into none of `rooms` even when it is empty.
   *
   * @param rooms memory in MB
   */
  async beyond(
    rooms: readonly { agentCluster: string; memoryMb: number }[],
    before: number,
    limit: number,
  ): Promise<string[]> {
    const fits = rooms.map(() => '(agent_cluster = ? AND memory_mb <= ?)');
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT id FROM launches WHERE state = ? AND created_at < ?
       ${fits.length > 0 ? `AND NOT (${fits.join(' OR ')})` : ''} LIMIT ?`,
      [LaunchState.Offered, before, ...rooms.flatMap((room) => [room.agentCluster, room.memoryMb]), limit],
    );
    return rows.map((row) => row.id);
  }

  /** Counts the waiting launches of an agent cluster that need more memory than this, MB; reads a range of one index. */
  async countLarger(agentCluster: string, memoryMb: number): Promise<number> {
    const sql =
      'SELECT COUNT(*) AS count FROM launches WHERE state = ? AND agent_cluster = ? AND memory_mb > ?';
    const [row] = await this.source.query<{ count: string | number }[]>(sql, [
      LaunchState.Offered,
      agentCluster,
      memoryMb,
    ]);
    return Number(row?.count ?? 0);
  }

  /** Counts the unfinished launches, for metrics. Reads only the unfinished part of one index. */
  async unfinished(): Promise<LaunchCount[]> {
    const rows = await this.source.query<
      (Omit<LaunchCount, 'count' | 'since'> & { count: string | number; since: string | number })[]
    >(
      `SELECT agent_cluster AS agentCluster, IF(state = ?, IF(offered_at = 0, 'waiting', 'offered'), state) AS place,
         COUNT(*) AS count, MIN(created_at) AS since
       FROM launches WHERE state IN (?, ?, ?) GROUP BY agent_cluster, place`,
      [LaunchState.Offered, LaunchState.Offered, ...HELD_STATES],
    );
    return rows.map((row) => ({ ...row, count: Number(row.count), since: Number(row.since) }));
  }

  /** Creates the lease of a node with its first claim; only renewals extend a lease. */
  async beginLease(
    nodeId: string,
    node: Omit<LeaseRequest, 'launches'>,
    transaction: Transaction,
  ): Promise<void> {
    if (this.leased.has(nodeId)) return;
    await transaction.query(
      `INSERT IGNORE INTO node_leases (node_id, node_url, host, agent_cluster, renewed_at)
       VALUES (?, ?, ?, ?, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED))`,
      [nodeId, node.nodeUrl, node.host, node.agentCluster],
    );
  }

  /** @returns the time of the previous renewal, by the database's clock; undefined for a new node */
  async renewLease(
    nodeId: string,
    node: LeaseRequest,
    transaction: Transaction,
  ): Promise<number | undefined> {
    const now = await databaseNow(transaction);
    const before = await transaction.findOneBy(NodeLeaseEntity, { nodeId });
    await transaction.query(
      `INSERT INTO node_leases (node_id, node_url, host, agent_cluster, renewed_at) VALUES (?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE node_url = VALUES(node_url), host = VALUES(host),
         agent_cluster = VALUES(agent_cluster), renewed_at = VALUES(renewed_at)`,
      [nodeId, node.nodeUrl, node.host, node.agentCluster, now],
    );
    if (before) this.leased.add(nodeId);
    return before?.renewedAt;
  }

  /** Returns the lease of one node; null for a node without one. */
  async lease(nodeId: string): Promise<NodeLeaseEntity | null> {
    return this.source.manager.findOneBy(NodeLeaseEntity, { nodeId });
  }

  async leases(): Promise<NodeLeaseEntity[]> {
    return this.source.manager.find(NodeLeaseEntity, { order: { nodeId: 'ASC' } });
  }
}

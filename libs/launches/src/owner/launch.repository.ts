import { Injectable } from '@nestjs/common';
import { databaseNow, insertRows, lockRow, lockRows, updateRow, type Transaction } from '@portolan/service';
import { Between, DataSource, In, LessThan } from 'typeorm';
import { LaunchKind } from '../protocol/launch-offer';
import type { LeaseRequest } from '../protocol/lease';
import { LaunchEntity, NodeLeaseEntity } from './launch.entity';
import { LaunchState } from './launch-state';

const HELD_STATES = [LaunchState.Claimed, LaunchState.Running];

/** The tables of launches and leases. */
@Injectable()
export class LaunchRepository {
  /** Nodes whose lease was seen: leases are prolonged, never removed. */
  private readonly leased = new Set<string>();

  constructor(private readonly source: DataSource) {}

  async insert(launches: LaunchEntity[], transaction: Transaction): Promise<void> {
    await insertRows(transaction, LaunchEntity, launches);
  }

  async lock(id: string, transaction: Transaction): Promise<LaunchEntity | null> {
    return lockRow(transaction, LaunchEntity, id);
  }

  /** Locks those that exist, in the order of their ids. */
  async lockAll(ids: readonly string[], transaction: Transaction): Promise<Map<string, LaunchEntity>> {
    return lockRows(transaction, LaunchEntity, ids);
  }

  /** Writes what changes of a launch. */
  async save(launch: LaunchEntity, transaction: Transaction): Promise<void> {
    const { id, subject, kind, agentCluster, offer, user, memoryMb, requestId, createdAt, ...moving } =
      launch;
    await updateRow(transaction, LaunchEntity, id, moving);
  }

  async find(id: string): Promise<LaunchEntity | null> {
    return this.source.manager.findOneBy(LaunchEntity, { id });
  }

  /** Newest launch of a subject. */
  async latestOf(subject: string): Promise<LaunchEntity | null> {
    return this.source.manager.findOne(LaunchEntity, {
      where: { subject },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  async findAll(ids: readonly string[]): Promise<LaunchEntity[]> {
    return ids.length === 0 ? [] : this.source.manager.findBy(LaunchEntity, { id: In([...ids]) });
  }

  /**
   * Launches that should be on the queue and were last put there before `before`, in the order of the queue:
   * all workers, and those batch launches whose turn it is.
   */
  async unsentSince(before: number, limit: number): Promise<LaunchEntity[]> {
    const state = LaunchState.Offered;
    const [workers, batch] = await Promise.all([
      this.source.manager.find(LaunchEntity, {
        where: { state, kind: LaunchKind.Worker, offeredAt: LessThan(before) },
        order: { offeredAt: 'ASC', createdAt: 'ASC' },
        take: limit,
      }),
      this.source.manager.find(LaunchEntity, {
        where: { state, kind: LaunchKind.Batch, offeredAt: Between(1, before - 1) },
        order: { offeredAt: 'ASC' },
        take: limit,
      }),
    ]);
    return [...workers, ...batch];
  }

  /** Notes that launches are on the queue, in this order: each a ms after the one before. */
  async markSent(ids: readonly string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    const list = ids.map(() => '?').join(', ');
    await this.source.query(
      `UPDATE launches SET offered_at = ? + FIELD(id, ${list}) WHERE id IN (${list}) AND state = ?`,
      [now - 1, ...ids, ...ids, LaunchState.Offered],
    );
  }

  /** Notes that launches are not on the queue. */
  async markUnsent(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const waiting = { id: In([...ids]), state: LaunchState.Offered };
    await this.source.manager.update(LaunchEntity, waiting, { offeredAt: 0 });
  }

  async heldBy(nodeId: string): Promise<LaunchEntity[]> {
    return this.source.manager.findBy(LaunchEntity, { nodeId, state: In(HELD_STATES) });
  }

  async setMissedRenewals(ids: readonly string[], change: 'reset' | 'increment'): Promise<void> {
    if (ids.length === 0) return;
    const where = { id: In([...ids]) };
    if (change === 'reset') await this.source.manager.update(LaunchEntity, where, { missedRenewals: 0 });
    else await this.source.manager.increment(LaunchEntity, where, 'missedRenewals', 1);
  }

  /** Ids of held launches that were missing from `renewals` renewals or more. */
  async forgottenByNodes(renewals: number): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(LaunchEntity, 'launch')
      .select('launch.id', 'id')
      .where('launch.state IN (:...states) AND launch.missedRenewals >= :renewals', {
        states: HELD_STATES,
        renewals,
      })
      .getRawMany<{ id: string }>();
    return rows.map((row) => row.id);
  }

  /** Nodes that hold launches and have not renewed their lease for so long, by the database's clock. */
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

  /** Ids of held launches whose node's lease ran out, by the database's clock. */
  async withExpiredLease(leaseMs: number): Promise<string[]> {
    const now = await databaseNow(this.source.manager);
    const rows = await this.source.manager
      .createQueryBuilder(LaunchEntity, 'launch')
      .innerJoin(NodeLeaseEntity, 'lease', 'lease.nodeId = launch.nodeId')
      .select('launch.id', 'id')
      .where('launch.state IN (:...states)', { states: HELD_STATES })
      .andWhere('lease.renewedAt < :expired', { expired: now - leaseMs })
      .getRawMany<{ id: string }>();
    return rows.map((row) => row.id);
  }

  /**
   * Ids of launches that have waited since before `before` and fit into none of `rooms` even when it is empty.
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

  /** A claim makes the lease of a node that has none yet; only renewals prolong it. */
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

  /** @returns when the lease was renewed before, by the database's clock; undefined for a new node. */
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

  /** The lease of one node; null for a node that never had one. */
  async lease(nodeId: string): Promise<NodeLeaseEntity | null> {
    return this.source.manager.findOneBy(NodeLeaseEntity, { nodeId });
  }

  async leases(): Promise<NodeLeaseEntity[]> {
    return this.source.manager.find(NodeLeaseEntity, { order: { nodeId: 'ASC' } });
  }
}

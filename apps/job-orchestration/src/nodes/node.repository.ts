import { Injectable } from '@nestjs/common';
import type { NodeHeartbeat } from '@portolan/node';
import { DirectReads, selectRows } from '@portolan/service';
import { DataSource } from 'typeorm';
import { NodeEntity } from './node.entity';
import { NodeWish } from './node-state';

/**
 * Ids of nodes are ASCII, and so is their column: the database refuses to compare other texts with the column, and pads the
 * shorter text with blanks, which an id does not contain.
 */
const ASCII = /^[\x21-\x7e]+$/;

/** A live node, as far as it decides about waiting jobs. */
export type LiveNode = Pick<
  NodeEntity,
  'agentCluster' | 'slots' | 'freeSlots' | 'memoryMb' | 'freeMemoryMb' | 'accepting' | 'wish'
>;

/** The table of nodes. */
@Injectable()
export class NodeRepository {
  constructor(
    private readonly source: DataSource,
    private readonly reads: DirectReads,
  ) {}

  /** Stores a heartbeat. @returns the updated node */
  async heard(beat: NodeHeartbeat, now: number): Promise<NodeEntity> {
    const facts = { ...beat, zone: beat.zone ?? null, seenAt: now };
    const { affected } = await this.source.manager.update(NodeEntity, { nodeId: beat.nodeId }, facts);
    if (affected === 0) {
      await this.source
        .createQueryBuilder()
        .insert()
        .into(NodeEntity)
        .values({ ...facts, wish: NodeWish.Open })
        .orIgnore()
        .execute();
    }
    return this.source.manager.findOneByOrFail(NodeEntity, { nodeId: beat.nodeId });
  }

  async all(): Promise<NodeEntity[]> {
    return this.source.manager.find(NodeEntity, { order: { host: 'ASC', nodeId: 'ASC' } });
  }

  async seenSince(time: number): Promise<NodeEntity[]> {
    return selectRows(this.source.manager, NodeEntity, 'WHERE seen_at > ?', [time]);
  }

  /** Removes nodes without a heartbeat since a time, ms since the epoch. @returns how many */
  async removeSeenBefore(time: number, limit: number): Promise<number> {
    const result = await this.source.query<{ affectedRows: number }>(
      'DELETE FROM nodes WHERE seen_at < ? ORDER BY seen_at LIMIT ?',
      [time, limit],
    );
    return result.affectedRows;
  }

  /** Like {@link seenSince}, with the columns that explain a wait; every request for a place reads them. */
  async roomsSince(time: number): Promise<LiveNode[]> {
    const rows = await this.reads.prepared<Record<keyof LiveNode, string | number>>(
      `SELECT agent_cluster AS agentCluster, slots, free_slots AS freeSlots, memory_mb AS memoryMb,
         free_memory_mb AS freeMemoryMb, accepting, wish
       FROM nodes WHERE seen_at > ?`,
      [time],
    );
    return rows.map((row) => ({
      agentCluster: String(row.agentCluster),
      slots: Number(row.slots),
      freeSlots: Number(row.freeSlots),
      memoryMb: Number(row.memoryMb),
      freeMemoryMb: Number(row.freeMemoryMb),
      accepting: Boolean(row.accepting),
      wish: row.wish as NodeWish,
    }));
  }

  /** @returns undefined for an unknown node */
  async wish(nodeId: string, wish: NodeWish): Promise<NodeEntity | undefined> {
    if (!ASCII.test(nodeId)) return undefined;
    await this.source.manager.update(NodeEntity, { nodeId }, { wish });
    return (await this.source.manager.findOneBy(NodeEntity, { nodeId })) ?? undefined;
  }
}

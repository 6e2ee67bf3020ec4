import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { NodeEntity } from './node.entity';
import type { NodeHeartbeat } from './node-heartbeat';
import { NodeWish } from './node-state';

/**
 * Ids of nodes are ASCII, and so is their column: the database refuses to compare anything else with it, and pads the shorter
 * text with blanks, which an id does not have.
 */
const ASCII = /^[\x21-\x7e]+$/;

/** The table of nodes. */
@Injectable()
export class NodeRepository {
  constructor(private readonly source: DataSource) {}

  /** Writes a heartbeat down. @returns the node as it is now */
  async heard(beat: NodeHeartbeat, now: number): Promise<NodeEntity> {
    const facts = {
      ...beat,
      zone: beat.zone ?? null,
      seenAt: now,
    };
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
    return this.source.manager.findBy(NodeEntity, { seenAt: MoreThan(time) });
  }

  /** @returns undefined when there is no such node */
  async wish(nodeId: string, wish: NodeWish): Promise<NodeEntity | undefined> {
    if (!ASCII.test(nodeId)) return undefined;
    await this.source.manager.update(NodeEntity, { nodeId }, { wish });
    return (await this.source.manager.findOneBy(NodeEntity, { nodeId })) ?? undefined;
  }
}

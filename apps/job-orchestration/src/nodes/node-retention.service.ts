import { Injectable } from '@nestjs/common';
import { Retention } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { NodeRepository } from './node.repository';

/** Removes nodes that have been lost for long from the list of nodes (V3-NODE-4). */
@Injectable()
export class NodeRetentionService {
  constructor(nodes: NodeRepository, retention: Retention, config: JobOrchestrationConfig) {
    const { LOST_NODE_RETENTION_MS: kept, NODE_LOST_MS, JOB_UNCLAIMED_MS, JOB_RETENTION_TICK_MS } = config;
    const rule = {
      rows: 'lost nodes',
      // A node that may still live, or for which a job may still wait, stays.
      keptMs: kept === 0 ? 0 : Math.max(kept, NODE_LOST_MS, JOB_UNCLAIMED_MS),
      delete: (before: number, limit: number) => nodes.removeSeenBefore(before, limit),
    };
    retention.every(JOB_RETENTION_TICK_MS, [rule]);
  }
}

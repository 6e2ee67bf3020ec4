import { Injectable } from '@nestjs/common';
import { LaunchMetricsService, LaunchRepository, QueuePositionReadModel } from '@portolan/launches';
import { DataSource } from 'typeorm';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ACTIVE_STATUSES, type JobStatus } from '../jobs/job-status';
import { NodeRepository } from '../nodes/node.repository';
import { NoticeKind } from '../notices/notice.repository';
import { WaitReason } from '../transitions/job-wait.entity';
import { QueueReason } from '../waiting/explain-wait';
import { largestOpen } from '../waiting/node-room';

/** Unsent notices of one kind. */
export interface NoticeCount {
  kind: 'mail' | 'webhook';
  count: number;
  /** Due time of the earliest unsent notice, ms since the epoch; null when there is none. */
  dueAt: number | null;
}

type Count = string | number;

/** Counts unfinished rows for metrics, through indexes only. */
@Injectable()
export class JobCountsReadModel {
  constructor(
    private readonly source: DataSource,
    private readonly arrays: JobArrayRepository,
    private readonly nodes: NodeRepository,
    private readonly launches: LaunchMetricsService,
    private readonly rows: LaunchRepository,
    private readonly places: QueuePositionReadModel,
    private readonly config: JobOrchestrationConfig,
  ) {}

  async active(): Promise<{ status: JobStatus; count: number }[]> {
    const rows = await this.source.query<{ status: JobStatus; count: Count }[]>(
      'SELECT status, COUNT(*) AS count FROM jobs WHERE status IN (?) GROUP BY status',
      [ACTIVE_STATUSES],
    );
    const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
    return ACTIVE_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
  }

  /** Counts waiting jobs by reason, without looking at those that wait for a node one by one. */
  async waiting(): Promise<{ reason: QueueReason; count: number }[]> {
    const rows = await this.source.query<{ reason: WaitReason; count: Count }[]>(
      'SELECT reason, COUNT(*) AS count FROM job_waits GROUP BY reason',
    );
    const counts = new Map(rows.map(({ reason, count }) => [reason, Number(count)]));
    const waits = Object.values(WaitReason).map((reason) => ({ reason, count: counts.get(reason) ?? 0 }));
    const elements = { reason: QueueReason.ArrayLimit, count: await this.arrays.uncreated() };
    return [...waits, elements, ...(await this.forNodes())];
  }

  private async forNodes(): Promise<{ reason: QueueReason; count: number }[]> {
    const { Claimed, NoNode, NoRoom, Turn } = QueueReason;
    const reasons: readonly QueueReason[] = [Turn, NoNode, NoRoom, Claimed];
    const sums = new Map(reasons.map((reason) => [reason, 0]));
    const add = (reason: QueueReason, count: number) => sums.set(reason, (sums.get(reason) ?? 0) + count);
    const live = await this.nodes.seenSince(Date.now() - this.config.NODE_LOST_MS);
    const offered = new Map<string, number>();
    for (const { agentCluster, place, count } of await this.launches.unfinished()) {
      if (place === 'claimed') add(Claimed, count);
      else if (place !== 'running') offered.set(agentCluster, (offered.get(agentCluster) ?? 0) + count);
    }
    for (const [agentCluster, count] of offered) {
      const largest = largestOpen(live.filter((node) => node.agentCluster === agentCluster));
      const beyond = Math.min(
        count,
        largest === 0 ? count : await this.rows.countLarger(agentCluster, largest),
      );
      // Of the others, the first one of each user waits for room, and the rest for that one.
      const first = Math.min(count - beyond, await this.places.users(agentCluster));
      add(NoNode, beyond);
      add(NoRoom, first);
      add(Turn, count - beyond - first);
    }
    return [...sums].map(([reason, count]) => ({ reason, count }));
  }

  async notices(): Promise<NoticeCount[]> {
    const count = async (kind: NoticeCount['kind'], table: NoticeKind): Promise<NoticeCount> => {
      const [row] = await this.source.query<{ count: Count; dueAt: Count | null }[]>(
        `SELECT COUNT(*) AS count, MIN(due_at) AS dueAt FROM ${table}`,
      );
      const dueAt = row?.dueAt ?? null;
      return { kind, count: Number(row?.count ?? 0), dueAt: dueAt === null ? null : Number(dueAt) };
    };
    return [await count('mail', NoticeKind.Mail), await count('webhook', NoticeKind.Webhook)];
  }
}

import { Injectable } from '@nestjs/common';
import { Retention, type RetentionRule } from '@portolan/service';
import { ChangeMomentRepository } from '../collections/change-moment.repository';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { readRetentionRule, retentionOf, type RetentionPolicy } from '../collections/retention-policy';
import { HistoryConfig } from '../config/history-config';
import { PurgeRepository } from './purge.repository';

/** How long the moments of changes are kept where revisions have no age, ms: providers keep events no longer. */
const MOMENTS_KEPT_MS = 90 * 24 * 3_600_000;

/** Returns the time from which moments are kept. A trail without its past events must not count as read in the past. */
function momentsFrom({ keep }: RetentionPolicy, before: number, rolling: boolean): number {
  if (keep === 'age') return before;
  return keep === 'live' && rolling ? Date.now() : Date.now() - MOMENTS_KEPT_MS;
}

/** Deletes revisions that `RETENTION` does not keep, every `PURGE_INTERVAL_MS` (V2-KEEP-1). */
@Injectable()
export class PurgeService {
  constructor(
    config: HistoryConfig,
    collections: Collections,
    states: CollectionStateRepository,
    moments: ChangeMomentRepository,
    purges: PurgeRepository,
    retention: Retention,
  ) {
    const given = config.RETENTION.map(readRetentionRule).filter((rule) => rule !== undefined);
    const rules = collections.all.flatMap(({ name, rolling }): RetentionRule[] => {
      const policy = retentionOf(name, given);
      if (policy.keep === 'all') return [];
      return [
        {
          rows: `past revisions of ${name}`,
          ...(policy.keep === 'age' && { keptMs: policy.ms }),
          delete: async (before, limit) => {
            const number = await states.numberOf(name);
            await moments.removeBefore(number, momentsFrom(policy, before, rolling));
            return purges.purgeSome(number, policy, before, limit);
          },
        },
      ];
    });
    retention.every(config.PURGE_INTERVAL_MS, rules);
  }
}

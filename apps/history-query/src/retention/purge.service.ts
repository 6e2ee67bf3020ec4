import { Injectable } from '@nestjs/common';
import { Retention, type RetentionRule } from '@portolan/service';
import { ChangeMomentRepository } from '../collections/change-moment.repository';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { readRetentionRule, retentionOf } from '../collections/retention-policy';
import { HistoryConfig } from '../config/history-config';
import { PurgeRepository } from './purge.repository';

/** How long the moments of changes are kept where revisions have no age, ms: providers keep events no longer. */
const MOMENTS_KEPT_MS = 90 * 24 * 3_600_000;

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
    const rules = collections.all.flatMap(({ name }): RetentionRule[] => {
      const policy = retentionOf(name, given);
      if (policy.keep === 'all') return [];
      return [
        {
          rows: `past revisions of ${name}`,
          ...(policy.keep === 'age' && { keptMs: policy.ms }),
          delete: async (before, limit) => {
            const number = await states.numberOf(name);
            await moments.removeBefore(number, policy.keep === 'age' ? before : Date.now() - MOMENTS_KEPT_MS);
            return purges.purgeSome(number, policy, before, limit);
          },
        },
      ];
    });
    retention.every(config.PURGE_INTERVAL_MS, rules);
  }
}

import { Injectable } from '@nestjs/common';
import { Retention, type RetentionRule } from '@portolan/service';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { readRetentionRule, retentionOf } from '../collections/retention-policy';
import { HistoryConfig } from '../config/history-config';
import { PurgeRepository } from './purge.repository';

/** Deletes revisions that `RETENTION` does not keep, every `PURGE_INTERVAL_MS` (V2-KEEP-1). */
@Injectable()
export class PurgeService {
  constructor(
    config: HistoryConfig,
    collections: Collections,
    states: CollectionStateRepository,
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
          delete: async (before, limit) =>
            purges.purgeSome(await states.numberOf(name), policy, before, limit),
        },
      ];
    });
    retention.every(config.PURGE_INTERVAL_MS, rules);
  }
}

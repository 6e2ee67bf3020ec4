import { Injectable } from '@nestjs/common';
import { isDuplicateKey, type Transaction } from '@portolan/service';
import { CronFireEntity } from './cron-fire.entity';

/** The table of cron fires. */
@Injectable()
export class CronFireRepository {
  /** Claims a fire: true for the first caller over all replicas. */
  async take(cluster: string, fireAt: number, now: number, transaction: Transaction): Promise<boolean> {
    try {
      await transaction.insert(CronFireEntity, { cluster, fireAt, firedAt: now, outcome: null });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async note(cluster: string, fireAt: number, outcome: string, transaction: Transaction): Promise<void> {
    await transaction.update(CronFireEntity, { cluster, fireAt }, { outcome });
  }
}
